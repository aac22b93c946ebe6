import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/testDatabase.ts'
import { connect } from './connect.ts'
import { openDatabase } from './database.ts'
import { type Memory, openMemory } from './memory.ts'

const own = await testDatabase([])
const database = openDatabase(own.url)
afterAll(async () => {
  await sql.end()
  await database.close()
  await own.drop()
})

const sql = connect(own.url)

function recall(memory: Memory<number>, owner: number, name: string, read: () => Promise<number>) {
  return memory.recall(sql, owner, name, read)
}

function counter() {
  let reads = 0
  return async () => ++reads
}

test('what was read is kept for its owner and name', async () => {
  const memory = await openMemory<number>(database, 'kept')
  const read = counter()

  expect(await recall(memory, 1, 'a', read)).toBe(1)
  expect(await recall(memory, 1, 'a', read)).toBe(1)
  expect(await recall(memory, 1, 'b', read)).toBe(2)
  expect(await recall(memory, 2, 'a', read)).toBe(3)
})

test('a notice makes everything of its owner be read again, and nothing of others', async () => {
  const memory = await openMemory<number>(database, 'noticed')
  const read = counter()
  await recall(memory, 1, 'a', read)
  await recall(memory, 2, 'a', read)

  await database.write(sql => sql`select pg_notify('noticed', '1')`)

  await expect.poll(() => recall(memory, 1, 'a', read)).toBe(3)
  expect(await recall(memory, 2, 'a', read)).toBe(2)
})

test('what was read before a change is not kept after it', async () => {
  const memory = await openMemory<number>(database, 'changed')
  const read = counter()

  const first = await recall(memory, 1, 'a', async () => {
    memory.forget(1)
    return read()
  })

  expect(first).toBe(1)
  expect(await recall(memory, 1, 'a', read)).toBe(2)
})

test('what failed to be read is asked for again', async () => {
  const memory = await openMemory<number>(database, 'failed')
  await expect(recall(memory, 1, 'a', () => Promise.reject(new Error('not now')))).rejects.toThrow('not now')

  expect(await recall(memory, 1, 'a', counter())).toBe(1)
})

test('what a read from a replica remembers is asked of the primary, which knows what a notice has told', async () => {
  const memory = await openMemory<boolean>(database, 'of a replica')
  const replica = connect(own.url, { isReplica: true })

  expect(await memory.recall(replica, 1, 'a', async on => on.isReplica)).toBe(false)

  await replica.end()
})
