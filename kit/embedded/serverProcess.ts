import { spawn } from 'node:child_process'
import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAs } from './databaseUser.ts'
import { diskProblem, errorCode } from './embeddedPostgresError.ts'
import type { Binaries } from './locateBinaries.ts'
import type { ClusterPlace } from './locateCluster.ts'
import { isServerOf, type PidFile, readPidFile } from './pidFile.ts'
import { programEnvironment } from './programEnvironment.ts'
import { type ServerSettings, serverArguments } from './serverSettings.ts'
import { openSocketDirectory } from './socketDirectory.ts'

export interface ServerPlan {
  place: ClusterPlace
  binaries: Binaries
  settings: ServerSettings
  log: (line: string) => void
}

const POLL = 10
const LONGEST_RECOVERY = 300_000
const LARGEST_LOG = 1_000_000
const STOPS: [NodeJS.Signals, number][] = [
  ['SIGINT', 20_000], // fast: ends connections and writes a checkpoint
  ['SIGQUIT', 8_000], // immediate: recovers at the next start
  ['SIGKILL', 2_000],
]

/**
 * Starts a server and waits until it takes connections; undefined then, otherwise what it said before it ended.
 * It gets a session of its own, so that Ctrl-C in our terminal does not reach it: stopping it is ours.
 */
export async function launchServer(plan: ServerPlan): Promise<string | undefined> {
  const { place, binaries, settings } = plan
  const socketDirectory = await openSocketDirectory(place.cluster, place.user)
  const before = await readPidFile(place.cluster)
  const logFile = await openLog(place.dataDirectory)
  const { size } = await logFile.stat()
  const child = spawn(binaries.postgres, serverArguments(place.cluster, socketDirectory, settings), {
    ...runAs(place.user),
    cwd: '/',
    env: programEnvironment(),
    detached: true,
    stdio: ['ignore', logFile.fd, logFile.fd],
  })
  child.unref()
  let ended: string | undefined
  child.once('error', error => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended = `it ended with ${signal ?? `code ${code}`}`
  })
  await logFile.close()

  await waitWhileStarting(plan, {
    isReady: found => found.pid === child.pid && found.text !== before?.text,
    isOver: async () => ended !== undefined,
  })
  if (ended === undefined) return undefined
  return (await lastWords(place.dataDirectory, size, child.pid)) ?? ended
}

/** A server that was killed reads its log back first, which is given more time than anything else. */
export async function waitWhileStarting(
  { place: { cluster }, log }: ServerPlan,
  { isReady, isOver }: { isReady: (found: PidFile) => boolean; isOver: () => Promise<boolean> },
): Promise<void> {
  const begin = Date.now()
  let told = false
  while (!(await isOver()) && Date.now() - begin < LONGEST_RECOVERY) {
    const found = await readPidFile(cluster)
    if (found?.status === 'ready' && isReady(found)) return
    await sleep(POLL)
    if (told || Date.now() - begin < 3000) continue
    told = true
    log('PostgreSQL is still starting: after a crash it reads its log back')
  }
}

/** Stops a server fast, and less politely when it does not end in time. */
export async function stopServer({ place: { cluster }, log }: ServerPlan): Promise<void> {
  const found = await readPidFile(cluster)
  if (!found) return
  for (const [signal, patience] of STOPS) {
    if (!(await isServerOf(cluster, found.pid))) return
    if (signal !== 'SIGINT') log(`PostgreSQL does not stop: sending ${signal}`)
    sendSignal(found.pid, signal)
    const giveUp = Date.now() + patience
    while (Date.now() < giveUp && (await isServerOf(cluster, found.pid))) await sleep(POLL)
  }
}

/** It may have ended since we looked. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

async function openLog(dataDirectory: string): Promise<FileHandle> {
  const path = join(dataDirectory, 'postgres.log')
  try {
    const found = await stat(path).catch(() => undefined)
    if (found && found.size > LARGEST_LOG) await rename(path, `${path}.1`)
    return await open(path, 'a', 0o600)
  } catch (error) {
    throw diskProblem(error, dataDirectory)
  }
}

/** The reason in the log since we looked; other servers may write there too, so only that process counts. */
async function lastWords(dataDirectory: string, from: number, pid: number | undefined): Promise<string | undefined> {
  const text = (await readFile(join(dataDirectory, 'postgres.log'))).subarray(from).toString()
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const fatal = lines.find(line => line.includes(`[${pid}]`) && /(?:FATAL|PANIC): /.test(line))
  // What the system's loader says carries no time.
  const reason = fatal ?? lines.find(line => !/^\d{4}-/.test(line))
  return reason?.replace(/^.*?(?:FATAL|PANIC): +/, '')
}
