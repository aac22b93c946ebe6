import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, violates } from './database.ts'
import { addJob, startWorker } from './jobs.ts'
import { silentLog } from './log.ts'
import { fragment } from './sql.ts'
import { type TestDatabase, testDatabase } from './testing/testDatabase.ts'

let testing: TestDatabase
let database: Database

beforeAll(async () => {
  testing = await testDatabase([])
  database = openDatabase(testing.url, { lanes: 3 })
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

  await expect.poll(() => done, { timeout: 5000 }).toEqual([2])
  await worker.stop()
})
