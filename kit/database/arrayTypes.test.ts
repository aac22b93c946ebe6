import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/testDatabase.ts'
import { readArray, writeArray } from './arrayTypes.ts'
import { type Client, connect } from './connect.ts'

let testing: TestDatabase
let sql: Client

beforeAll(async () => {
  testing = await testDatabase([])
  sql = connect(testing.url)
})

afterAll(async () => {
  await sql.end()
  await testing.drop()
})

const text = fc.string({ unit: 'grapheme' }).filter(value => !value.includes('\0'))

test('any texts come back as they were written', () => {
  fc.assert(
    fc.property(fc.array(fc.option(text)), texts => {
      expect(readArray(writeArray(texts), String)).toEqual(texts)
    }),
  )
})

test('PostgreSQL reads and writes the same arrays', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), fc.array(fc.integer()), async (texts, numbers) => {
      const [row] =
        await sql`select ${texts}::text[] as texts, ${numbers}::bigint[] as numbers, array[true, false] as flags`
      expect(row).toEqual({ texts, numbers, flags: [true, false] })
    }),
    { numRuns: 50 },
  )
})
