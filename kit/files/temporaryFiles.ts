import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/*
 * A command may open the store beside a running server, so sweeping must not take the files of uploads under way.
 * The name of a temporary file therefore says who writes it: `<host>.<process>.<random>`.
 */

const HOST = hostname().replace(/[^a-zA-Z0-9-]/g, '') || 'host'
const ABANDONED_AFTER = 60 * 60 * 1000
const ours = new Set<string>()

export function newTemporaryName(random: (size: number) => Uint8Array): string {
  const name = `${HOST}.${process.pid}.${Buffer.from(random(8)).toString('hex')}`
  ours.add(name)
  return name
}

export function releaseTemporaryName(name: string): void {
  ours.delete(name)
}

/** Removes what killed processes left. */
export async function sweepTemporaryFiles(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    if (isWriterGone(name) || (await isAbandoned(path))) await rm(path, { force: true })
  }
}

function isWriterGone(name: string): boolean {
  const [host, pid] = name.split('.')
  // Another host (or container) on a shared directory: its processes cannot be seen from here.
  if (host !== HOST) return false
  // A process number comes round again, in a container at every start: only what this process remembers is its own.
  if (Number(pid) === process.pid) return !ours.has(name)
  return !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_AFTER
}
