import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, connect } from '@portico/kit/database/connect'
import { startEmbeddedPostgres } from '@portico/kit/embedded/startEmbeddedPostgres'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { residentMegabytes } from './residentMegabytes.ts'

export interface BenchServer {
  origin: string
  port: number
  /** Of the server process. */
  pid: number
  token: string
  /** Its data directory: a command that is given it works on the same database and files. */
  folder: string
  sql: Client
  databaseUrl: string
  /** Resident memory of the server process in megabytes. */
  memory(): Promise<number>
  /** Ends the server process with SIGKILL; the database goes on. */
  kill(): Promise<void>
  /** The same, and starts another one in its place. */
  killAndRestart(): Promise<void>
  /** One more server process on the same database. */
  another(): Promise<OtherServer>
  stop(): Promise<void>
}

export interface OtherServer {
  origin: string
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>
}

/** The server as a person would start it, in a process and data directory of its own, with its limits off unless told. */
export async function startBenchServer(
  settings: Record<string, string> = {},
  { errors = 'ignore' }: { errors?: Output } = {},
): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  // The user the database runs as has to get in when the bench runs as root.
  await chmod(folder, 0o755)
  const port = await freePort()
  const token = 'b'.repeat(40)
  const environment = {
    PORT: String(port),
    PORTICO_DATA_DIR: folder,
    PORTICO_RATE_LIMIT: 'off',
    PORTICO_API_TOKEN: token,
    PORTICO_OWNER_EMAIL: 'bench@example.com',
    PORTICO_OWNER_PASSWORD: 'bench-bench-bench',
    ...settings,
  }
  const program = packageFolder(import.meta.url, '..', 'server', 'bin', 'portico.js')
  let server = start(program, ['serve'], environment, errors)
  const others: ChildProcess[] = []
  const origin = `http://127.0.0.1:${port}`
  await answering(`${origin}/readyz`, server)
  // Joins the server's own database, so that floor and server work on the same one.
  const given = settings.DATABASE_URL
  const postgres = given ? undefined : await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres') })
  const databaseUrl = given ?? postgres?.url ?? ''
  const sql = connect(databaseUrl)
  return {
    origin,
    port,
    get pid() {
      return server.pid ?? 0
    },
    token,
    folder,
    sql,
    databaseUrl,
    memory: () => residentMegabytes(server.pid ?? 0),
    kill: () => killed(server),
    async killAndRestart() {
      await killed(server)
      server = start(program, ['serve'], environment, errors)
      await answering(`${origin}/readyz`, server)
    },
    async another() {
      const port = await freePort()
      const other = start(program, ['serve'], { ...environment, PORT: String(port) })
      others.push(other)
      const origin = `http://127.0.0.1:${port}`
      await answering(`${origin}/readyz`, other)
      return { origin, kill: () => killed(other) }
    },
    async stop() {
      await sql.end()
      await Promise.all(others.map(ended))
      await ended(server)
      await postgres?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A bare handler on the same database, see `floor/main.ts`. */
export async function openFloor(
  databaseUrl: string,
  companyId: number,
): Promise<{ origin: string; pid: number; stop(): Promise<void> }> {
  const port = await freePort()
  const program = packageFolder(import.meta.url, 'dist', 'floor', 'main.js')
  const floor = start(program, [], { PORT: String(port), DATABASE_URL: databaseUrl, COMPANY_ID: String(companyId) })
  const origin = `http://127.0.0.1:${port}`
  await answering(`${origin}/ready`, floor)
  return { origin, pid: floor.pid ?? 0, stop: () => ended(floor) }
}

/** Where what a process says about itself goes: nowhere, or into an open file. */
type Output = 'ignore' | number

export function start(
  program: string,
  args: string[],
  environment: Record<string, string>,
  errors: Output = 'ignore',
): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, [program, ...args], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'ignore', errors],
  })
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

export async function answering(url: string, child: ChildProcess) {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    if (child.exitCode !== null) throw new Error(`the process behind ${url} ended with ${child.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`nothing answers at ${url}`)
}

/** A server that was stopped by what was measured does not hear SIGTERM. */
const PATIENCE_MS = 20_000

export function ended(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    child.once('exit', () => {
      clearTimeout(force)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

/** Systems give out other ports by themselves, to every connection: such a port may be gone before it is listened on. */
const PORTS = { from: 10_000, until: 20_000 }
const TRIES = 100

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(PORTS.from, PORTS.until)
    if (await isFree(port)) return port
  }
  throw new Error(`none of ${TRIES} ports from ${PORTS.from} on is free`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
