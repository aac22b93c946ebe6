import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isServerOf, readPidFile } from './pidFile.ts'
import { postgresTarget } from './postgresTarget.ts'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './startEmbeddedPostgres.ts'
import { copyTemplate, makeTemplate } from './testing/clusterTemplate.ts'
import { compileLauncher } from './testing/compileLauncher.ts'
import { type LauncherProcess, startProcess } from './testing/launcherProcess.ts'
import { query } from './testing/query.ts'
import { entriesWithoutPrograms, openScratch, waitUntil } from './testing/scratch.ts'

let shared: string
let script: string

beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'portico-test-'))
  await chmod(shared, 0o755)
  await makeTemplate(join(shared, 'template'))
  script = await compileLauncher(join(shared, 'launcher'), 'linked')
})
afterAll(() => rm(shared, { recursive: true, force: true }))

test('two processes that start a fresh directory at the same instant both get the one database', async () => {
  const dataDirectory = join(await openScratch(), 'data')

  const processes = [start(dataDirectory), start(dataDirectory), start(dataDirectory)]
  const databases = await Promise.all(processes.map(process => process.started))

  expect(new Set(databases.map(database => database.url)).size).toBe(1)
  expect(databases.filter(database => !database.adopted)).toHaveLength(1)
  expect(await entriesWithoutPrograms(dataDirectory)).toEqual(['cluster', 'postgres.log'])
  await Promise.all(processes.map(process => process.stop()))
  expect(await isRunning(dataDirectory)).toBe(false)
})

test('the last one out stops the server, no sooner', async () => {
  const dataDirectory = await copiedCluster()
  const server = start(dataDirectory)
  const { url } = await server.started
  const tool = start(dataDirectory)
  expect((await tool.started).adopted).toBe(true)

  await server.stop()
  expect(await one(url)).toBe(1)
  await tool.stop()

  expect(await isRunning(dataDirectory)).toBe(false)
})

test('the next start adopts the server of a process that was killed', async () => {
  const dataDirectory = await copiedCluster()
  const killed = start(dataDirectory)
  await killed.started
  const orphan = await serverPid(dataDirectory)
  await killed.kill()

  const next = start(dataDirectory)

  expect(await next.started).toMatchObject({ adopted: true })
  expect(await serverPid(dataDirectory)).toBe(orphan)
  await next.stop()
  expect(await isRunning(dataDirectory)).toBe(false)
})

test('a server that is killed comes back by itself, with every acknowledged write', async () => {
  const dataDirectory = await copiedCluster()
  const lines: string[] = []
  let exits = 0
  const database = await startHere({
    dataDirectory,
    log: line => lines.push(line),
    onUnexpectedExit: () => exits++,
  })
  const writer = await writeSteadily(database.url)
  const killed = await serverPid(dataDirectory)

  await waitUntil(() => writer.acknowledged() >= 50)
  process.kill(killed, 'SIGKILL')
  await waitUntil(async () => (await serverPid(dataDirectory)) !== killed && (await isRunning(dataDirectory)))
  const before = writer.acknowledged()
  await waitUntil(() => writer.acknowledged() >= before + 50)

  const acknowledged = await writer.stop()
  expect(await storedWrites(database.url)).toBeGreaterThanOrEqual(acknowledged)
  // It is said once the server was looked at, while others may be served already.
  await waitUntil(() => lines.length > 1)
  expect(lines).toEqual(['PostgreSQL ended unexpectedly: starting it again', 'PostgreSQL is back'])
  expect(exits).toBe(1)
  await database.stop()
  expect(await isRunning(dataDirectory)).toBe(false)
})

test('an adopted server that is killed comes back too', async () => {
  const dataDirectory = await copiedCluster()
  const first = start(dataDirectory)
  await first.started
  const adopter = await startHere({ dataDirectory })
  await first.kill()

  const killed = await serverPid(dataDirectory)
  process.kill(killed, 'SIGKILL')
  await waitUntil(async () => (await serverPid(dataDirectory)) !== killed && (await isRunning(dataDirectory)))

  await waitUntil(async () => (await one(adopter.url).catch(() => 0)) === 1)
  await adopter.stop()
  expect(await isRunning(dataDirectory)).toBe(false)
})

test('the next start works after process and server were both killed under writes', async () => {
  const dataDirectory = await copiedCluster()
  const killed = start(dataDirectory)
  const { url } = await killed.started
  const writer = await writeSteadily(url)
  await waitUntil(() => writer.acknowledged() >= 50)

  const pid = await serverPid(dataDirectory)
  await killed.kill()
  process.kill(pid, 'SIGKILL')
  const acknowledged = await writer.stop()
  const next = await startHere({ dataDirectory })

  expect(next.adopted).toBe(false)
  expect(await storedWrites(next.url)).toBeGreaterThanOrEqual(acknowledged)
  await next.stop()
})

test('a crashed backend, which resets every connection, does not end the share', async () => {
  const dataDirectory = await copiedCluster()
  const database = await startHere({ dataDirectory })
  const share = `select pid from pg_stat_activity where application_name = 'portico-share'`
  const [backend] = await query<{ pid: number }>(database.url, share)

  process.kill(backend?.pid ?? 0, 'SIGKILL')
  await waitUntil(async () => (await one(database.url).catch(() => 0)) === 1)
  await database.stop()

  expect(await isRunning(dataDirectory)).toBe(false)
})

test('stop right after the server was killed leaves nothing running', async () => {
  const dataDirectory = await copiedCluster()
  const database = await startHere({ dataDirectory })
  process.kill(await serverPid(dataDirectory), 'SIGKILL')

  await database.stop()

  expect(await isRunning(dataDirectory)).toBe(false)
})

test('stop while the server is being brought back leaves nothing running', async () => {
  const dataDirectory = await copiedCluster()
  const lines: string[] = []
  const database = await startHere({ dataDirectory, log: line => lines.push(line) })
  process.kill(await serverPid(dataDirectory), 'SIGKILL')
  await waitUntil(() => lines.length > 0)

  await database.stop()

  expect(await isRunning(dataDirectory)).toBe(false)
})

test('whoever comes and goes in any order always has a server between start and stop', async () => {
  const dataDirectory = await copiedCluster()
  const comeAndGo = async (offset: number) => {
    for (let round = 0; round < 8; round++) {
      await sleep((offset * 37 + round * 23) % 60)
      const database = await startHere({ dataDirectory, settings: { fsync: 'off' } })
      expect(await one(database.url)).toBe(1)
      await database.stop()
    }
  }

  await Promise.all([comeAndGo(1), comeAndGo(2), comeAndGo(3)])

  expect(await isRunning(dataDirectory)).toBe(false)
})

test('a start killed in the middle of making the cluster is forgotten by the next', async () => {
  const dataDirectory = join(await openScratch(), 'data')
  const killed = start(dataDirectory)
  await waitUntil(async () => (await drafts(dataDirectory)).length > 0)
  await sleep(150)
  await killed.kill()
  expect(await drafts(dataDirectory)).toHaveLength(1)

  const next = start(dataDirectory)

  expect(await one((await next.started).url)).toBe(1)
  expect(await drafts(dataDirectory)).toHaveLength(0)
  await next.stop()
})

async function copiedCluster(): Promise<string> {
  const dataDirectory = join(await openScratch(), 'data')
  await copyTemplate(join(shared, 'template'), dataDirectory)
  return dataDirectory
}

/** In this process, stopped with the test however that ends. */
async function startHere(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres(options)
  onTestFinished(database.stop)
  return database
}

function start(dataDirectory: string): LauncherProcess {
  return startProcess(script, dataDirectory, { settings: { fsync: 'off' } })
}

async function serverPid(dataDirectory: string): Promise<number> {
  return (await readPidFile(join(dataDirectory, 'cluster')))?.pid ?? 0
}

async function isRunning(dataDirectory: string): Promise<boolean> {
  return await isServerOf(join(dataDirectory, 'cluster'), await serverPid(dataDirectory))
}

async function drafts(dataDirectory: string): Promise<string[]> {
  const entries = await readdir(dataDirectory).catch(() => [])
  return entries.filter(entry => entry.startsWith('draft-'))
}

async function one(url: string): Promise<number | undefined> {
  const [row] = await query<{ one: number }>(url, 'select 1 as one')
  return row?.one
}

/** Inserts one row after the other, counting those the server acknowledged, through whatever happens to it. */
async function writeSteadily(address: string): Promise<{ acknowledged: () => number; stop: () => Promise<number> }> {
  const { url, host } = postgresTarget(address)
  const sql = postgres(url, { host, max: 1, backoff: () => 0.01, fetch_types: false })
  await sql`create table written (n integer)`
  let acknowledged = 0
  let stopped = false
  const writing = (async () => {
    while (!stopped) {
      await sql`insert into written values (${acknowledged})`.then(
        () => acknowledged++,
        () => sleep(10),
      )
    }
  })()
  const stop = async () => {
    stopped = true
    await writing
    await sql.end({ timeout: 1 })
    return acknowledged
  }
  onTestFinished(async () => void (await stop()))
  return { acknowledged: () => acknowledged, stop }
}

async function storedWrites(url: string): Promise<number> {
  const [row] = await query<{ count: number }>(url, 'select count(distinct n)::integer as count from written')
  return row?.count ?? 0
}
