import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { isServerOf, readPidFile } from './pidFile.ts'
import { postgresTarget } from './postgresTarget.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './startEmbeddedPostgres.ts'
import { openScratch } from './testing/scratch.ts'

const isLinux = process.platform === 'linux'

test('keeps what was written from one start to the next', async () => {
  const dataDirectory = join(await openScratch(), 'data', 'postgres')

  const first = await startEmbeddedPostgres({ dataDirectory })
  await query(first, 'create table note (text text)')
  await query(first, `insert into note values ('kept')`)
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDirectory })

  expect(await query(second, 'select text from note')).toEqual([{ text: 'kept' }])
  expect(second).toMatchObject({ version: expect.stringMatching(/^18\./), adopted: false, dataDirectory })
  await second.stop()
})

test('an existing cluster answers its first query in under a second', async () => {
  const dataDirectory = await openScratch()
  await (await startEmbeddedPostgres({ dataDirectory })).stop()

  const begin = performance.now()
  const database = await startEmbeddedPostgres({ dataDirectory })
  await query(database, 'select 1')

  expect(performance.now() - begin).toBeLessThan(1000)
  await database.stop()
})

test('its url serves node-pg as it is, whatever PGPORT says', async () => {
  const database = await startThrowAway(await openScratch())
  process.env.PGPORT = '6543'
  onTestFinished(() => {
    delete process.env.PGPORT
  })

  const client = new Client(database.url)
  await client.connect()
  const { rows } = await client.query('select current_database() as name, current_user as role')
  await client.end()

  expect(rows).toEqual([{ name: 'portico', role: 'portico' }])
  await database.stop()
})

test('text sorts by code point and folds case beyond ASCII', async () => {
  const database = await startThrowAway(await openScratch())

  const sorted = await query(database, `select string_agg(t, '' order by t) from unnest(array['é','z','a','B']) t`)
  const folded = await query(database, `select lower('ÀÉÎ'), current_setting('server_encoding') as encoding`)

  expect(sorted).toEqual([{ string_agg: 'Bazé' }])
  expect(folded).toEqual([{ lower: 'àéî', encoding: 'UTF8' }])
  await database.stop()
})

test('commits are durable unless the caller throws the cluster away', async () => {
  const folder = await openScratch()
  const durability = `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`

  const kept = await startEmbeddedPostgres({ dataDirectory: join(folder, 'kept') })
  const thrownAway = await startThrowAway(join(folder, 'thrown-away'))

  expect(await query(kept, durability)).toEqual([{ fsync: 'on', commit: 'on' }])
  expect(await query(thrownAway, durability)).toEqual([{ fsync: 'off', commit: 'on' }])
  await Promise.all([kept.stop(), thrownAway.stop()])
})

test('listens on no port, and its socket is closed to everybody else', async () => {
  const database = await startThrowAway(await openScratch())

  const { host = '' } = postgresTarget(database.url)
  const { mode, uid } = await stat(host)

  expect(await query(database, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect(mode & 0o077).toBe(0)
  expect(uid).not.toBe(0)
  await database.stop()
})

test.each([
  ['longer than a socket address may be', `${'long-'.repeat(30)}/data`],
  ['with a space, a comma, a quote and an umlaut', `my data, "all" of it's ü/data`],
])('serves a data directory whose path is %s', async (_, path) => {
  const dataDirectory = join(await openScratch(), path)
  const database = await startThrowAway(dataDirectory)
  const { host = '' } = postgresTarget(database.url)

  expect(Buffer.byteLength(`${host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107)
  expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }])

  await database.stop()
  const left = host.startsWith(dataDirectory) ? undefined : await stat(host).catch(error => error.code)
  expect([undefined, 'ENOENT']).toContain(left)
})

test.runIf(isLinux)('runs in a session of its own, which Ctrl-C in our terminal does not reach', async () => {
  const dataDirectory = await openScratch()
  const database = await startThrowAway(dataDirectory)
  const { pid = 0 } = (await readPidFile(join(dataDirectory, 'cluster'))) ?? {}

  expect(await sessionOf(pid)).toBe(pid)
  expect(await sessionOf(process.pid)).not.toBe(pid)
  await database.stop()
})

test('a clean stop leaves no process and nothing but the cluster and its log', async () => {
  const dataDirectory = await openScratch()
  const database = await startThrowAway(dataDirectory)
  const cluster = join(dataDirectory, 'cluster')
  const { pid = 0 } = (await readPidFile(cluster)) ?? {}

  await Promise.all([database.stop(), database.stop()])

  expect(await isServerOf(cluster, pid)).toBe(false)
  expect(await readPidFile(cluster)).toBeUndefined()
  expect((await readdir(dataDirectory)).sort()).toEqual(['cluster', 'postgres.log'])
  expect(await readdir(cluster)).not.toContain('.s.PGSQL.5432')
})

test('the log file holds no statement and no value', async () => {
  const dataDirectory = await openScratch()
  const database = await startThrowAway(dataDirectory)

  await expect(query(database, `select 'hunter2'::integer`)).rejects.toThrow('invalid input syntax')
  await database.stop()

  expect(await readFile(join(dataDirectory, 'postgres.log'), 'utf8')).not.toContain('hunter2')
})

function startThrowAway(dataDirectory: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDirectory, settings: { fsync: 'off' } })
}

async function query(database: { url: string }, text: string): Promise<object[]> {
  const { url, host } = postgresTarget(database.url)
  const sql = postgres(url, { host, max: 1 })
  try {
    return [...(await sql.unsafe(text))]
  } finally {
    await sql.end()
  }
}

async function sessionOf(pid: number): Promise<number> {
  const [, rest = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(/\) /)
  return Number(rest.split(' ')[3])
}
