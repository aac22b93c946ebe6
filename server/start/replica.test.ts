import { connect } from '@portico/kit/database/connect'
import { openDatabase } from '@portico/kit/database/database'
import { openReplica } from '@portico/kit/database/replica'
import { silentLog } from '@portico/kit/log/log'
import { freePort } from '@portico/kit/testing/freePort'
import { startReplicatedPostgres } from '@portico/kit/testing/startReplicatedPostgres'
import { afterAll, expect, inject, test } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { jsonOf } from '../testing/json.ts'
import { scratchFolder } from '../testing/scratch.ts'
import { startServer } from './startServer.ts'

const folder = await scratchFolder()
const postgres = await startReplicatedPostgres(folder)
const primary = connect(postgres.primaryUrl)
const replica = connect(postgres.replicaUrl)
const port = await freePort()
const token = 'ab'.repeat(20)
const server = await startServer(
  readConfig({
    PORT: String(port),
    PORTICO_DATA_DIR: `${folder}/data`,
    DATABASE_URL: postgres.primaryUrl,
    PORTICO_READ_URL: postgres.replicaUrl,
    PORTICO_RATE_LIMIT: 'off',
    PORTICO_API_TOKEN: token,
  }),
  silentLog,
)
afterAll(async () => {
  await server.stop()
  await Promise.all([primary.end(), replica.end()])
  await postgres.stop()
})

async function call(method: string, path: string, body?: object) {
  const headers = { 'x-api-token': token, 'content-type': 'application/json' }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return fetch(`http://127.0.0.1:${port}${path}`, init)
}

async function aDeal(title: string): Promise<number> {
  return (await jsonOf(await call('POST', '/api/v2/deals', { title }))).data.id
}

async function titleOf(id: number): Promise<string> {
  return (await jsonOf(await call('GET', `/api/v2/deals/${id}`))).data.title
}

async function answeredBy(who: 'replica' | 'primary'): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(new RegExp(`^portico_reads_total\\{by="${who}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
}

/** Reads until the replica has answered one. */
async function untilReplicaAnswers(id: number) {
  const before = await answeredBy('replica')
  await expect.poll(async () => (await titleOf(id)) !== '' && (await answeredBy('replica')) > before).toBe(true)
}

test('the replica answers reads: records, and that there is none', async () => {
  const id = await aDeal('Read elsewhere')

  await untilReplicaAnswers(id)

  // PostgreSQL counts them there too, about once a second.
  const scans = async () => {
    await titleOf(id)
    const [table] = await replica`select seq_scan + idx_scan as scans from pg_stat_user_tables
      where schemaname = 'crm' and relname = 'deal'`
    return table?.scans
  }
  await expect.poll(scans).toBeGreaterThan(0)
  const before = await answeredBy('replica')
  await expect.poll(async () => (await call('GET', '/api/v2/deals/999999')).status).toBe(404)
  expect(await answeredBy('replica')).toBeGreaterThan(before)
})

test('while the replica does not go on, what this and other processes have written is seen at once', async () => {
  const id = await aDeal('Before')
  await untilReplicaAnswers(id)
  await replica`select pg_wal_replay_pause()`
  await expect
    .poll(async () => (await replica`select pg_get_wal_replay_pause_state() as state`)[0]?.state)
    .toBe('paused')

  await call('PATCH', `/api/v2/deals/${id}`, { title: 'By this process' })
  expect(await titleOf(id)).toBe('By this process')
  await primary`update crm.deal set title = 'By another' where id = ${id}`
  expect(await titleOf(id)).toBe('By another')
  expect(await replica`select title from crm.deal where id = ${id}`).toEqual([{ title: 'Before' }])

  await replica`select pg_wal_replay_resume()`
  await untilReplicaAnswers(id)
  expect(await titleOf(id)).toBe('By another')
})

test('nobody reads anything older than what he has written, and the replica answers some of it', async () => {
  const before = await answeredBy('replica')
  const stale: string[] = []
  const writer = async (name: string) => {
    const id = await aDeal(name)
    for (let round = 0; round < 40; round++) {
      const title = `${name} ${round}`
      await call('PATCH', `/api/v2/deals/${id}`, { title })
      const [read, listed] = await Promise.all([titleOf(id), listedTitle(id)])
      if (read !== title || listed !== title) stale.push(`${title}: ${read}, ${listed}`)
    }
  }

  await Promise.all(['A', 'B', 'C', 'D'].map(writer))

  expect(stale).toEqual([])
  expect(await answeredBy('replica')).toBeGreaterThan(before)
})

async function listedTitle(id: number): Promise<string> {
  return (await jsonOf(await call('GET', `/api/v2/deals?ids=${id}`))).data[0].title
}

test('200 for every read while the replica is killed; back again, it answers', async () => {
  const id = await aDeal('Kept')
  await untilReplicaAnswers(id)
  const statuses = new Set<number>()
  let reading = true
  const reader = async () => {
    while (reading) statuses.add((await call('GET', `/api/v2/deals/${id}`)).status)
  }
  const readers = [reader(), reader(), reader()]

  await postgres.killReplica()
  await expect
    .poll(() =>
      replica`select 1`.then(
        () => false,
        () => true,
      ),
    )
    .toBe(true)
  await untilReplicaAnswers(id)
  reading = false
  await Promise.all(readers)

  expect(statuses).toEqual(new Set([200]))
})

test('a server that follows no other, or another primary, answers nothing', async () => {
  const id = await aDeal('Of the primary')
  const database = openDatabase(postgres.primaryUrl)
  const count = { replica: 0, primary: 0 }
  const stranger = openReplica(inject('postgresUrl'), database, { count: by => void count[by]++ })
  await expect.poll(isPromoted).toBe(true)
  await replica`update crm.deal set title = 'Of a second primary' where id = ${id}`

  for (let round = 0; round < 5; round++) {
    await call('PATCH', `/api/v2/deals/${id}`, { title: `Round ${round}` })
    expect(await titleOf(id)).toBe(`Round ${round}`)
    const [deal] = await stranger.read(sql => sql`select title from crm.deal where id = ${id}`)
    expect(deal).toEqual({ title: `Round ${round}` })
  }

  expect(count.replica).toBe(0)
  await stranger.close()
  await database.close()
})

/** Asked again when it fails: a connection of before the kill may be told of it only now. */
async function isPromoted(): Promise<boolean> {
  const ask = async () => {
    const [server] = await replica`select pg_is_in_recovery() as follows`
    if (server?.follows) await replica`select pg_promote()`
    return server?.follows === false
  }
  return ask().catch(() => false)
}
