import { afterAll, beforeAll, expect, test } from 'vitest'
import { addJob, startWorker } from '../jobs/jobs.ts'
import { silentLog } from '../log/log.ts'
import { type TestDatabase, testDatabase } from '../testing/testDatabase.ts'
import { connect } from './connect.ts'
import { type Database, openDatabase } from './database.ts'
import { isTimeout, violates } from './errors.ts'
import { refusingDatabase } from './nestedCalls.ts'
import { openPresence } from './presence.ts'
import { rolledBack } from './rolledBack.ts'
import { fragment, plainText, type Sql } from './sql.ts'

let testing: TestDatabase
let database: Database

beforeAll(async () => {
  testing = await testDatabase([])
  database = openDatabase(testing.url, { lanes: 4 })
  await database.write(sql => sql`create table note (id int primary key, text text)`.then(() => undefined))
})

afterAll(async () => {
  await database.close()
  await testing.drop()
})

test('a write that throws leaves nothing behind', async () => {
  const failed = database.write(async sql => {
    await sql`insert into note values (1, 'lost')`
    throw new Error('changed my mind')
  })

  await expect(failed).rejects.toThrow('changed my mind')
  const rows = await database.read(sql => sql`select * from note where id = 1`)
  expect(rows).toHaveLength(0)
})

test('a write that is rolled back answers as if it were not, and leaves nothing behind', async () => {
  const insert = (text: string) => (sql: Sql) => sql`insert into note values (2, ${text}) returning text`

  expect(await rolledBack(database, insert('tried'))).toEqual([{ text: 'tried' }])
  expect(await rolledBack(database, insert('again'))).toEqual([{ text: 'again' }])
  await expect(rolledBack(database, sql => sql`select 1 / 0`)).rejects.toThrow('division by zero')
})

test('a write that is rolled back fails by what waits for the end of a transaction too', async () => {
  await database.write(
    sql => sql`create table page (id int primary key, note_id int references note deferrable initially deferred)`,
  )

  await expect(rolledBack(database, sql => sql`insert into page values (1, 99)`)).rejects.toThrow('page_note_id_fkey')
})

test('a fragment made outside of a request becomes part of a statement', async () => {
  const condition = fragment`id = ${7} and text = ${'seven'}`

  const rows = await database.write(async sql => {
    await sql`insert into note values (7, 'seven')`
    return sql`select id::bigint from note where ${condition}`
  })

  expect(rows).toEqual([{ id: 7 }])
})

test('of two writers on one row the database names the loser', async () => {
  const insert = () => database.write(sql => sql`insert into note values (9, 'nine')`.then(() => 'won'))

  const outcomes = await Promise.allSettled([insert(), insert(), insert()])

  expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toHaveLength(1)
  const lost = outcomes.filter(outcome => outcome.status === 'rejected')
  expect(lost.every(outcome => violates(outcome.reason) && violates(outcome.reason, 'note_pkey'))).toBe(true)
})

test('the loser of a deadlock is tried again and both writes are there', async () => {
  await database.write(sql => sql`insert into note values (20, 'a'), (21, 'b')`.then(() => undefined))
  const touch = (first: number, second: number) =>
    database.write(async sql => {
      await sql`update note set text = text || '!' where id = ${first}`
      await sql`select pg_sleep(0.05)`
      await sql`update note set text = text || '!' where id = ${second}`
    })

  await Promise.all([touch(20, 21), touch(21, 20)])

  const rows = await database.read(sql => sql`select text from note where id in (20, 21) order by id`)
  expect(rows).toEqual([{ text: 'a!!' }, { text: 'b!!' }])
})

test('reads are answered while every write waits for another one', async () => {
  await database.write(sql => sql`insert into note values (30, 'held')`.then(() => undefined))
  const touch = () => database.statement(sql => sql`update note set text = text || '!' where id = 30`)
  const { release } = await holding(30)
  const waiting = Array.from({ length: 5 }, touch)
  await expect.poll(() => database.read(blocked)).toHaveLength(1)

  const [row] = await database.read(sql => sql`select text from note where id = 30`)

  expect(row).toEqual({ text: 'held' })
  await release()
  await Promise.all(waiting)
  expect(await database.read(sql => sql`select text from note where id = 30`)).toEqual([{ text: 'held!!!!!' }])
})

/** A write that keeps a row locked until it is released. */
async function holding(id: number) {
  let free = () => {}
  const freed = new Promise<void>(resolve => {
    free = resolve
  })
  let written: Promise<void> = Promise.resolve()
  await new Promise<void>(held => {
    written = database.write(async sql => {
      await sql`select from note where id = ${id} for update`
      held()
      await freed
    })
  })
  return {
    release: () => {
      free()
      return written
    },
  }
}

function blocked(sql: Sql) {
  return sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
}

test.each(['read', 'statement', 'write'] as const)('a %s in the middle of a write is refused', async kind => {
  const call = (sql: Sql) => sql`select 1`

  const nested = database.write(async () => {
    await Promise.resolve()
    return database[kind](call)
  })

  await expect(nested).rejects.toThrow(`database.${kind} was called in the middle of a write`)
  await expect(refusingDatabase[kind](call)).rejects.toThrow('in the middle of a write')
})

test('what a write leaves behind may call the database after its end', async () => {
  let resolve = () => {}
  const promise = new Promise<void>(done => {
    resolve = done
  })
  let left: Promise<unknown> | undefined

  await database.write(async sql => {
    await sql`select 1`
    left = promise.then(() => database.read(other => other`select 1 as one`))
  })
  resolve()

  expect(await left).toEqual([{ one: 1 }])
})

test('what took too long is told from other failures', async () => {
  const slow = database.write(async sql => {
    await sql`set local statement_timeout = 20`
    await sql`select pg_sleep(5)`
  })
  const error = await slow.catch(failed => failed)

  expect(isTimeout(error)).toBe(true)
  expect(isTimeout(new Error('something else'))).toBe(false)
})

test('a connection that has prepared too many statements is replaced, and whoever is at work with it finishes', async () => {
  const single = openDatabase(testing.url, { lanes: 1 })
  const pid = () => single.read(async sql => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid)
  const before = await pid()
  const working = single.read(async sql => {
    await sql`select pg_sleep(0.1)`
    return (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid
  })

  for (let ways = 0; ways < 510; ways++) await single.read(sql => sql`select ${plainText(String(ways))}::int`)

  expect(await working).toBe(before)
  expect(await pid()).not.toBe(before)
  const ended = () => single.read(sql => sql`select from pg_stat_activity where pid = ${before ?? 0}`)
  await expect.poll(ended).toHaveLength(0)
  await single.close()
})

test('a job exists only when its transaction was committed', async () => {
  const done: unknown[] = []
  const worker = await startWorker(
    testing.url,
    { ring: async (payload: { bell: number }) => void done.push(payload.bell) },
    silentLog,
  )
  await database
    .write(async sql => {
      await addJob(sql, 'ring', { bell: 1 })
      throw new Error('rolled back')
    })
    .catch(() => {})
  await database.write(sql => addJob(sql, 'ring', { bell: 2 }))

  await expect.poll(() => done).toEqual([2])
  await worker.stop()
})

test('others see that a process is there, again after it has lost its connection, and no more when it has ended', async () => {
  const presence = await openPresence(connect(testing.url), 7, 'somebody', 20)
  const holder = async () => {
    const rows = await database.read(
      sql => sql<{ pid: number }[]>`select pid from pg_locks where locktype = 'advisory' and classid = 7 and granted`,
    )
    return rows.map(row => row.pid)
  }
  const isFree = () =>
    database.read(
      async sql => (await sql`select pg_try_advisory_xact_lock_shared(7, hashtext('somebody')) as free`)[0]?.free,
    )
  const [first = 0] = await holder()
  expect(await isFree()).toBe(false)

  await database.read(sql => sql`select pg_terminate_backend(${first}::integer)`)

  await expect.poll(async () => (await holder()).filter(pid => pid !== first)).toHaveLength(1)
  expect(presence.unconfirmedMs()).toBeLessThan(60_000)
  await presence.end()
  await expect.poll(isFree).toBe(true)
})

test('a hold is had by one alone, in whichever process, until it is released or its process is gone', async () => {
  const other = openDatabase(testing.url, { lanes: 1 })
  const first = await database.hold(7, 1)

  expect(await other.hold(7, 1)).toBeUndefined()
  expect(await database.hold(7, 1)).toBeUndefined()
  const elsewhere = await other.hold(7, 2)
  await first?.release()
  const next = await other.hold(7, 1)

  expect([first, elsewhere, next].every(Boolean)).toBe(true)
  await elsewhere?.release()
  await next?.release()
  await other.close()
})
