import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect } from '../database/connect.ts'
import { chooseDatabaseUser, runAs } from '../embedded/databaseUser.ts'
import { freePort } from './freePort.ts'

const run = promisify(execFile)

export interface CitusCluster {
  /** A database on the coordinator. */
  url: string
  /** The ports of the workers. */
  workers: number[]
  addWorker(): Promise<number>
  /** As if its power was cut. */
  stopWorker(port: number): Promise<void>
  startWorker(port: number): Promise<void>
  remove(): Promise<void>
}

/**
 * The folder of PostgreSQL's programs with the extension Citus, where tests may start clusters: `npm run citus` names it.
 * Unlike the servers of other tests such a cluster keeps what it has acknowledged.
 */
export const CITUS_PROGRAMS = process.env.PORTICO_TEST_CITUS

/** A coordinator and workers on this machine, each a server of its own, thrown away at the end. */
export async function startCitusCluster(programs: string, workers: number): Promise<CitusCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-citus-'))
  await chmod(folder, 0o755)
  const user = await chooseDatabaseUser(folder)
  if (user) await chown(folder, user.uid, user.gid)
  const ports: number[] = []
  const pg = (program: string, ...args: string[]) =>
    // Its own home: the servers look for certificates there when they call each other.
    run(join(programs, program), args, { ...runAs(user), cwd: folder, env: { HOME: folder }, timeout: 120_000 })
  const urlOf = (port: number) => `postgres://portico@127.0.0.1:${port}/postgres`
  const start = (port: number) => pg('pg_ctl', '-D', `${port}`, '-l', `${port}.log`, '-w', 'start')
  const stop = (port: number) => pg('pg_ctl', '-D', `${port}`, '-m', 'immediate', '-w', 'stop')

  async function addServer(): Promise<number> {
    const port = await freePort()
    await pg('initdb', '-D', `${port}`, '-U', 'portico', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8')
    const settings = Object.entries({ ...SETTINGS, port, unix_socket_directories: `'${folder}'` })
    const file = join(folder, `${port}`, 'postgresql.conf')
    await appendFile(file, settings.map(([name, value]) => `${name} = ${value}\n`).join(''))
    ports.push(port)
    await start(port)
    await tell(urlOf(port), 'create extension citus')
    return port
  }

  async function addWorker(): Promise<number> {
    const port = await addServer()
    await tell(cluster.url, `select citus_add_node('127.0.0.1', ${port})`)
    cluster.workers.push(port)
    return port
  }

  async function remove() {
    // One that a test has stopped is stopped already.
    for (const port of ports) await stop(port).catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }

  const cluster: CitusCluster = {
    url: '',
    workers: [],
    addWorker,
    stopWorker: async port => void (await stop(port)),
    startWorker: async port => void (await start(port)),
    remove,
  }
  try {
    const coordinator = await addServer()
    cluster.url = urlOf(coordinator)
    await tell(cluster.url, `select citus_set_coordinator_host('127.0.0.1', ${coordinator})`)
    for (let nr = 0; nr < workers; nr++) await addWorker()
  } catch (error) {
    await remove()
    throw error
  }
  return cluster
}

const SETTINGS = {
  shared_preload_libraries: "'citus'",
  listen_addresses: "'127.0.0.1'",
  wal_level: 'logical',
  max_connections: 150,
  max_prepared_transactions: 150,
  max_locks_per_transaction: 512,
  max_worker_processes: 32,
}

async function tell(url: string, statement: string): Promise<void> {
  const sql = connect(url)
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
