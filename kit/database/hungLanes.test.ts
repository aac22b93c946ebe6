import { AsyncResource } from 'node:async_hooks'
import { expect, inject, onTestFinished, test } from 'vitest'
import { asFailure } from '../api/asFailure.ts'
import { throughProxy } from '../testing/throughProxy.ts'
import { connect } from './connect.ts'
import { type Database, openDatabase } from './database.ts'
import { isTimeout } from './errors.ts'
import type { Patience } from './laneWatch.ts'

const server = inject('postgresUrl')
const never = new Promise<never>(() => {})

// What a test waits for takes little time here, and everything else more than a test lasts.
const PATIENT: Partial<Patience> = { idle: 60_000, silence: 60_000, wait: 60_000 }

function opened(patience: Partial<Patience>, { lanes = 1, url = server } = {}) {
  const told: unknown[] = []
  const database = openDatabase(url, {
    lanes,
    patience: { ...PATIENT, ...patience },
    log: { error: (facts: unknown) => void told.push(facts) },
  })
  onTestFinished(() => database.close())
  return { database, told }
}

function one(database: Database, kind: 'read' | 'statement' | 'write') {
  return database[kind](sql => sql`select 1 as one`)
}

test('503 for a transaction that does nothing: the log says so, and its lane writes again', async () => {
  const { database, told } = opened({ idle: 300 })

  const hung = database.write(async sql => {
    await sql`select 1`
    await never
  })

  await expect(hung).rejects.toMatchObject({ code: 'unavailable', details: { log: expect.stringContaining('hung') } })
  expect(told).toEqual([{ reason: expect.stringMatching(/^a transaction sent nothing for \d+ s$/), calls: 1 }])
  expect(await one(database, 'write')).toEqual([{ one: 1 }])
})

test('a transaction that does nothing is ended by PostgreSQL too, should this process not notice', async () => {
  const { database } = opened({ idleThere: 1_500 })

  const hung = database.write(async sql => {
    await sql`select 1`
    await never
  })

  expect(asFailure(await hung.catch(error => error))).toMatchObject({ code: 'unavailable' })
  expect(await one(database, 'write')).toEqual([{ one: 1 }])
})

test('a transaction that goes on asking may take as long as it likes', async () => {
  const { database, told } = opened({ idle: 3_000, silence: 3_000 })

  await database.write(async sql => {
    for (let step = 0; step < 8; step++) await sql`select pg_sleep(0.5)`
  })

  expect(told).toEqual([])
})

test('a read that waits for something else, such as an upload, is left alone', async () => {
  const { database, told } = opened({ idle: 100, silence: 100 })

  await database.read(async sql => {
    await sql`select 1`
    await new Promise(resolve => setTimeout(resolve, 2_500))
    await sql`select 1`
  })

  expect(told).toEqual([])
})

test('503 for whoever waits for a lock that is not let go', async () => {
  const { database } = opened({ lock: 100 })
  const holder = connect(server)
  onTestFinished(() => holder.end())
  const [lock] = await holder`select pg_advisory_lock(555001) is null as held`
  expect(lock).toBeDefined()

  const waiting = await database
    .write(sql => sql`select pg_advisory_xact_lock(555001)`.then(() => undefined))
    .catch(error => error)

  expect(isTimeout(waiting)).toBe(true)
  expect(asFailure(waiting)).toMatchObject({ code: 'unavailable' })
})

test('503 for all calls on connections that went silent; new connections take their place', async () => {
  const proxy = await throughProxy(server)
  const { database, told } = opened({ silence: 1_000, trouble: 200 }, { lanes: 3, url: proxy.url })
  const kinds = ['read', 'statement', 'write'] as const
  await Promise.all([one(database, 'write'), one(database, 'read'), one(database, 'read')])
  expect(database.trouble()).toBeUndefined()
  proxy.silence()

  const calls = kinds.map(kind => one(database, kind).catch(error => asFailure(error).code))
  await expect.poll(() => database.trouble()).toMatch(/^(no database connection for writes|writes have waited)/)

  expect(await Promise.all(calls)).toEqual(['unavailable', 'unavailable', 'unavailable'])
  expect(told).toContainEqual({ reason: expect.stringMatching(/^no answer for \d+ s$/), calls: expect.any(Number) })
  for (const kind of kinds) expect(await one(database, kind)).toEqual([{ one: 1 }])
  expect(await onEachLane(database)).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]])
  expect(database.trouble()).toBeUndefined()
})

/** Of three lanes: a write takes the first, a read that goes on the second, another read the third. */
async function onEachLane(database: Database) {
  let free = () => {}
  const freed = new Promise<void>(resolve => {
    free = resolve
  })
  const held = (kind: 'read' | 'write') =>
    database[kind](async sql => {
      const rows = await sql`select 1 as one`
      await freed
      return rows
    })
  const first = [held('write'), held('read')]
  await new Promise(resolve => setTimeout(resolve, 20))
  const last = await one(database, 'read')
  free()
  return [...(await Promise.all(first)), last]
}

test('503 for a write that finds no lane in time, and it is never done; those whose turn comes are', async () => {
  const { database } = opened({ wait: 300, trouble: 100 })
  let free = () => {}
  const freed = new Promise<void>(resolve => {
    free = resolve
  })
  const first = database.write(() => freed)
  const done: string[] = []
  const late = database.write(async () => void done.push('late'))

  await expect.poll(() => database.trouble()).toMatch(/^writes have waited for a database connection for \d+ s$/)
  await expect(late).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 2 } })
  const next = [database.write(async () => void done.push('next')), one(database, 'statement')]
  free()

  await Promise.all([first, ...next])
  expect(done).toEqual(['next'])
  expect(database.trouble()).toBeUndefined()
})

test('writes in the middle of writes that nobody refuses end with 503, and the lanes are free again', async () => {
  const { database } = opened({ wait: 300 }, { lanes: 4 })
  // Out of sight of what refuses them in tests.
  const unseen = new AsyncResource('unseen')
  const nested = () => database.write(() => unseen.runInAsyncScope(() => one(database, 'write')))

  const outcomes = await Promise.all(Array.from({ length: 12 }, () => nested().catch(error => error.code)))

  expect(outcomes).toContain('unavailable')
  expect(await Promise.all([one(database, 'write'), one(database, 'write')])).toHaveLength(2)
})
