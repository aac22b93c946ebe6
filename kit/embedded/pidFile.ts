import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { link, readFile, readlink, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './embeddedPostgresError.ts'
import { socketDirectoryOf } from './socketDirectory.ts'

/** What a server writes into its cluster: its process, and what that is doing. */
export interface PidFile {
  pid: number
  status: string
  /** All of it, which tells two servers apart that had the same process id, as the first in a container has. */
  text: string
}

export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  return { pid: readPid(text), status: text.split('\n')[7]?.trim() ?? '', text }
}

/** 0 for a file that a full disk or a crash left empty. */
function readPid(text: string): number {
  return Math.abs(Number.parseInt(text, 10)) || 0
}

/** Whether that process runs, is not a zombie, and is this cluster's server, for process ids come round again. */
export async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (!isKnown(pid)) return false
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (state === undefined) return process.platform === 'linux' ? false : (await describeByPs(pid)).includes(cluster)
  const [, program, life] = /^\d+ \((.*)\) (\w)/.exec(state) ?? []
  if (program !== 'postgres' || /[ZXx]/.test(life ?? '')) return false

  // A server works in its data directory and was given it as an argument; either may be hidden from us.
  const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return workingDirectory === cluster || commandLine.split('\0').includes(cluster)
}

/**
 * Removes the file of a server that is no more. PostgreSQL does so itself when the process is gone, but not when
 * another has its number now, or when nobody collects the dead one.
 */
export async function removeStalePidFile(cluster: string, stale: PidFile): Promise<void> {
  if (stale.pid !== 0 && !isKnown(stale.pid)) return
  if (stale.pid === 0 && !(await isOld(join(cluster, 'postmaster.pid')))) return
  await removeIf(join(cluster, 'postmaster.pid'), text => text === stale.text)
  await removeIf(join(socketDirectoryOf(cluster), '.s.PGSQL.5432.lock'), text => readPid(text) === stale.pid)
}

/** Taken aside first: when another process was quicker and this is a new server's file, it goes back. */
async function removeIf(path: string, isStale: (text: string) => boolean): Promise<void> {
  const aside = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await rename(path, aside)
    if (!isStale(await readFile(aside, 'utf8'))) await link(aside, path)
    await rm(aside)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

/** A server fills its file as soon as it has made it; one that stays empty was left by a crash. */
async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > 2000
}

function isKnown(pid: number): boolean {
  if (pid === 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Where there is no /proc. A zombie's arguments are gone, so it is not taken for a server. */
function describeByPs(pid: number): Promise<string> {
  return new Promise(resolve => {
    execFile('ps', ['-ww', '-o', 'command=', '-p', String(pid)], (error, stdout) => resolve(error ? '' : stdout))
  })
}
