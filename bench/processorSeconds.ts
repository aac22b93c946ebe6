import { readdir, readFile } from 'node:fs/promises'

/** Ticks of the clock that Linux counts processor time in. */
const TICKS = 100

/** Processor time that a process has used, as Linux tells it; 0 elsewhere, and when it has ended. */
export async function processorSeconds(pid: number): Promise<number> {
  return (await statOf(pid)).own
}

/** Processor time of a process and of those it started itself, ended ones included: a PostgreSQL, a server with its workers. */
export async function familySeconds(first: number): Promise<number> {
  const running = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name))
  const stats = await Promise.all(running.map(pid => statOf(Number(pid))))
  const children = stats.filter(({ parent }) => parent === first)
  const { own, ended } = await statOf(first)
  return own + ended + children.reduce((sum, child) => sum + child.own, 0)
}

/** The process that started another one. */
export async function parentOf(pid: number): Promise<number> {
  return (await statOf(pid)).parent
}

/** The processes that one has started itself and that run such a program. */
export async function childrenOf(parent: number, program: string): Promise<number[]> {
  const running = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name)).map(Number)
  const stats = await Promise.all(running.map(async pid => ({ pid, ...(await statOf(pid)) })))
  return stats.filter(stat => stat.parent === parent && stat.program === program).map(({ pid }) => pid)
}

/** In seconds: `ended` is that of children which have ended. */
async function statOf(pid: number): Promise<{ program: string; parent: number; own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  const program = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  return { program, parent: fields[1] ?? 0, own: (user + system) / TICKS, ended: (endedUser + endedSystem) / TICKS }
}
