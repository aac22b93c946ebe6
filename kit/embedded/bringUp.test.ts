import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { chooseDatabaseUser, runAs } from './databaseUser.ts'
import { isServerOf, readPidFile } from './pidFile.ts'
import { startEmbeddedPostgres } from './startEmbeddedPostgres.ts'
import { copyTemplate, makeTemplate } from './testing/clusterTemplate.ts'
import { compileLauncher } from './testing/compileLauncher.ts'
import { startProcess } from './testing/launcherProcess.ts'
import { query } from './testing/query.ts'
import { openScratch, waitUntil } from './testing/scratch.ts'

const settings = { fsync: 'off' }
const isLinux = process.platform === 'linux'

let shared: string
let script: string

beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'portico-test-'))
  await chmod(shared, 0o755)
  await makeTemplate(join(shared, 'template'))
  script = await compileLauncher(join(shared, 'launcher'), 'linked')
})
afterAll(() => rm(shared, { recursive: true, force: true }))

test('starts over the pid file of a process that is gone', async () => {
  const { dataDirectory } = await killedCluster()

  const database = await startEmbeddedPostgres({ dataDirectory, settings })

  expect(await one(database.url)).toBe(1)
  await database.stop()
})

test('starts over a pid file whose number another process of the same user has now', async () => {
  const { dataDirectory, cluster } = await killedCluster()
  const sleeper = spawn('sleep', ['60'], runAs(await chooseDatabaseUser(cluster)))
  onTestFinished(() => void sleeper.kill('SIGKILL'))
  await renumber(cluster, sleeper.pid ?? 0)

  const database = await startEmbeddedPostgres({ dataDirectory, settings })

  expect(await one(database.url)).toBe(1)
  expect(sleeper.exitCode).toBeNull()
  await database.stop()
})

test("starts over a pid file whose number another cluster's server has now, and leaves that one alone", async () => {
  const { dataDirectory, cluster } = await killedCluster()
  const other = await copiedCluster()
  const neighbour = await startEmbeddedPostgres({ dataDirectory: other.dataDirectory, settings })
  const neighbourPid = (await readPidFile(other.cluster))?.pid ?? 0
  await renumber(cluster, neighbourPid)

  const database = await startEmbeddedPostgres({ dataDirectory, settings })
  await database.stop()

  expect(await isServerOf(other.cluster, neighbourPid)).toBe(true)
  expect(await one(neighbour.url)).toBe(1)
  await neighbour.stop()
})

test('starts over an empty pid file', async () => {
  const { dataDirectory, cluster } = await killedCluster()
  const longAgo = new Date(Date.now() - 60_000)
  await writeFile(join(cluster, 'postmaster.pid'), '')
  await utimes(join(cluster, 'postmaster.pid'), longAgo, longAgo)

  const database = await startEmbeddedPostgres({ dataDirectory, settings })

  expect(await one(database.url)).toBe(1)
  await database.stop()
})

test.runIf(isLinux)('starts over a server that is dead but not collected by its parent', async () => {
  const { dataDirectory, cluster } = await copiedCluster()
  const parent = startProcess(script, dataDirectory, { settings })
  await parent.started
  const pid = (await readPidFile(cluster))?.pid ?? 0

  process.kill(parent.pid, 'SIGSTOP')
  process.kill(pid, 'SIGKILL')
  await waitUntil(async () => /\) Z/.test(await readFile(`/proc/${pid}/stat`, 'utf8')))
  const database = await startEmbeddedPostgres({ dataDirectory, settings })

  expect(database.adopted).toBe(false)
  expect(await one(database.url)).toBe(1)
  expect(await readFile(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z/)
  await database.stop()
})

test.runIf(isLinux)('waits for the children of a killed server', async () => {
  const { dataDirectory, cluster } = await copiedCluster()
  const killed = startProcess(script, dataDirectory, { settings })
  const { url } = await killed.started
  const server = (await readPidFile(cluster))?.pid ?? 0
  const child = await sharePid(url)

  process.kill(child, 'SIGSTOP')
  await killed.kill()
  process.kill(server, 'SIGKILL')
  await waitUntil(async () => !(await isServerOf(cluster, server)))
  const starting = startEmbeddedPostgres({ dataDirectory, settings })
  const early = await Promise.race([starting.then(() => 'started'), sleep(1500, 'waiting')])
  process.kill(child, 'SIGCONT')
  const database = await starting

  expect(early).toBe('waiting')
  expect(await one(database.url)).toBe(1)
  await database.stop()
})

test('a setting PostgreSQL does not know is one line at once, not twenty seconds later', async () => {
  const { dataDirectory } = await copiedCluster()

  const begin = performance.now()
  const starting = startEmbeddedPostgres({ dataDirectory, settings: { no_such_setting: 'x' } })

  await expect(starting).rejects.toMatchObject({
    code: 'start-failed',
    message: expect.stringMatching(/^PostgreSQL in .* does not start: unrecognized .*"no_such_setting"$/),
  })
  expect(performance.now() - begin).toBeLessThan(20_000)
})

async function copiedCluster(): Promise<{ dataDirectory: string; cluster: string }> {
  const dataDirectory = join(await openScratch(), 'data')
  await copyTemplate(join(shared, 'template'), dataDirectory)
  return { dataDirectory, cluster: join(dataDirectory, 'cluster') }
}

/** A cluster as it looks after both the server and the process that started it were killed. */
async function killedCluster(): Promise<{ dataDirectory: string; cluster: string }> {
  const { dataDirectory, cluster } = await copiedCluster()
  const killed = startProcess(script, dataDirectory, { settings })
  await killed.started
  const { pid = 0 } = (await readPidFile(cluster)) ?? {}
  await killed.kill()
  process.kill(pid, 'SIGKILL')
  await waitUntil(async () => !(await isServerOf(cluster, pid)))
  return { dataDirectory, cluster }
}

async function renumber(cluster: string, pid: number): Promise<void> {
  for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const path = join(cluster, file)
    await writeFile(path, (await readFile(path, 'utf8')).replace(/^\d+/, String(pid)))
  }
}

async function one(address: string): Promise<number | undefined> {
  const [row] = await query<{ one: number }>(address, 'select 1 as one')
  return row?.one
}

async function sharePid(address: string): Promise<number> {
  const text = `select pid from pg_stat_activity where application_name = 'portico-share'`
  const [row] = await query<{ pid: number }>(address, text)
  return row?.pid ?? 0
}
