import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/testDatabase.ts'
import { openDatabase } from './database.ts'
import { openMemory } from './memory.ts'

const own = await testDatabase([])
const database = openDatabase(own.url)
afterAll(async () => {
  await database.close()
  await own.drop()
})

function counter() {
  let reads = 0
  return async () => ++reads
}

test('what was read is kept for its owner and name', async () => {
  const memory = await openMemory<number>(database, 'kept')
  const read = counter()

  expect(await memory.recall(1, 'a', read)).toBe(1)
  expect(await memory.recall(1, 'a', read)).toBe(1)
  expect(await memory.recall(1, 'b', read)).toBe(2)
  expect(await memory.recall(2, 'a', read)).toBe(3)
})

test('a notice makes everything of its owner be read again, and nothing of others', async () => {
  const memory = await openMemory<number>(database, 'noticed')
  const read = counter()
  await memory.recall(1, 'a', read)
  await memory.recall(2, 'a', read)

  await database.write(sql => sql`select pg_notify('noticed', '1')`)

  await expect.poll(() => memory.recall(1, 'a', read)).toBe(3)
  expect(await memory.recall(2, 'a', read)).toBe(2)
})

test('what was read before a change is not kept after it', async () => {
  const memory = await openMemory<number>(database, 'changed')
  const read = counter()

  const first = await memory.recall(1, 'a', async () => {
    memory.forget(1)
    return read()
  })

  expect(first).toBe(1)
  expect(await memory.recall(1, 'a', read)).toBe(2)
})

test('what failed to be read is asked for again', async () => {
  const memory = await openMemory<number>(database, 'failed')
  await expect(memory.recall(1, 'a', () => Promise.reject(new Error('not now')))).rejects.toThrow('not now')

  expect(await memory.recall(1, 'a', counter())).toBe(1)
})
