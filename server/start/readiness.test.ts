import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '@portico/kit/database/database'
import { testDatabase } from '@portico/kit/testing/testDatabase'
import { afterAll, expect, test } from 'vitest'
import { scratchFolder } from '../testing/scratch.ts'
import { allMigrations } from './migrateAll.ts'
import { readinessOf } from './readiness.ts'

const folder = await scratchFolder()
const own = await testDatabase(allMigrations)
const database = openDatabase(own.url, { lanes: 1, patience: { trouble: 50 } })
afterAll(async () => {
  await database.close()
  await own.drop()
})

test('not ready, with the reason, while no write gets through; ready again after that', async () => {
  const isReady = readinessOf(database)
  expect(await isReady()).toEqual({ ready: true })
  const { release } = await holdingTheOnlyLane(database)
  const waiting = database.write(sql => sql`select 1`.then(() => 'written'))

  await expect.poll(isReady).toEqual({ ready: false, reason: expect.stringContaining('writes have waited') })
  await release()

  expect(await waiting).toBe('written')
  expect(await isReady()).toEqual({ ready: true })
})

test('not ready while a migration is missing, which is named; a file that comes later is not asked for', async () => {
  const isReady = readinessOf(database, [...allMigrations, { owner: 'scratch', folder }])
  expect(await isReady()).toEqual({ ready: true })

  await writeFile(join(folder, '0001_later.sql'), 'select 1')

  expect(await isReady()).toEqual({ ready: true })
  const afterNextStart = readinessOf(database, [...allMigrations, { owner: 'scratch', folder }])
  expect(await afterNextStart()).toEqual({ ready: false, reason: 'not migrated: scratch/0001_later.sql' })
})

async function holdingTheOnlyLane(database: Database) {
  let free = () => {}
  const freed = new Promise<void>(resolve => {
    free = resolve
  })
  const written = database.write(() => freed)
  return {
    release() {
      free()
      return written
    },
  }
}
