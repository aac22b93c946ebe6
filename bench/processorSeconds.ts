import { readFile } from 'node:fs/promises'

/** Ticks of the clock that Linux counts processor time in. */
const TICKS = 100

/** Processor time that a process has used, as Linux tells it; 0 elsewhere, and when it has ended. */
export async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, , , , , , , , , , , user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return (user + system) / TICKS
}
