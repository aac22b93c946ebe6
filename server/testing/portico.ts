import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { onTestFinished } from 'vitest'

/** The program as a person calls it. */
export const PORTICO = packageFolder(import.meta.url, 'bin', 'portico.js')

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** The environment of this test run without its own settings, so that only the given ones count. */
export function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PORT|HOST|DATABASE_URL|SMTP_URL|PORTICO_.*)$/.test(name),
  )
  return { ...Object.fromEntries(inherited), ...settings }
}

/** Runs a command to its end. */
export function runPortico(args: readonly string[], settings: Record<string, string>, input = ''): Promise<Ran> {
  requireBuild()
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      [PORTICO, ...args],
      { env: environment(settings), timeout: 300_000 },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
      },
    )
    child.stdin?.end(input)
  })
}

export interface RunningPortico {
  origin: string
  pid: number
  /** What it has printed for people so far. */
  output(): string
  errors(): string
  /** Sends a signal and waits for the end; the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

/**
 * Starts a server in a process of its own and waits until it is ready; stopped when the test ends, if still there, or
 * when `atEnd` says.
 */
export async function startPortico(
  settings: Record<string, string>,
  atEnd: (stop: () => Promise<void>) => void = onTestFinished,
  program = PORTICO,
): Promise<RunningPortico> {
  requireBuild()
  const child = spawn(process.execPath, [program, 'serve'], {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', text => {
    printed.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    printed.stderr += text
  })
  const exited = new Promise<number | NodeJS.Signals>(resolve => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? -1))
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      await end('SIGTERM')
      // What hung is said in the log.
      if (/closing the .* failed|its process has not/.test(printed.stderr)) console.warn(printed.stderr)
    }
    if (settings.PORTICO_DATA_DIR) await endDatabase(settings.PORTICO_DATA_DIR)
  })
  await ready(child, () => printed)
  const origin = `http://127.0.0.1:${settings.PORT}`
  return { origin, pid: child.pid ?? 0, output: () => printed.stdout, errors: () => printed.stderr, end }
}

const PATIENCE_MS = 300_000

async function ready(child: ChildProcess, printed: () => { stdout: string; stderr: string }): Promise<void> {
  const giveUp = Date.now() + PATIENCE_MS
  while (!printed().stdout.includes('Portico is ready')) {
    const ended = child.exitCode !== null || child.signalCode !== null
    if (ended || Date.now() > giveUp) throw new Error(`portico is not ready:\n${printed().stdout}${printed().stderr}`)
    await sleep(20)
  }
}

/** The process of the embedded database, or undefined when none runs. */
export async function databasePid(dataDirectory: string): Promise<number | undefined> {
  const text = await readFile(join(dataDirectory, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return pid > 0 && isAlive(pid) ? pid : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** What a killed server has left behind. */
async function endDatabase(dataDirectory: string): Promise<void> {
  const pid = await databasePid(dataDirectory)
  if (pid !== undefined) process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 120_000 && (await databasePid(dataDirectory)); waited += 50) await sleep(50)
}

function requireBuild(): void {
  if (!existsSync(packageFolder(import.meta.url, 'dist', 'bundle', 'main.js')))
    throw new Error('not built: npm run build')
}
