import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseForThisTest } from '../testing/testDatabase.ts'
import { connect } from './connect.ts'
import { migrate, pendingMigrations } from './migrate.ts'

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

test('files are applied once and in order, also when several processes start at the same time', async () => {
  const url = await databaseForThisTest([])
  const folder = await folderOf({ '0002_b.sql': 'insert into a values (2)', '0001_a.sql': 'create table a (n int)' })
  const source = [{ owner: 'test', folder }]
  expect(await pendingMigrations(url, source)).toEqual(['test/0001_a.sql', 'test/0002_b.sql'])

  await Promise.all([migrate(url, source), migrate(url, source), migrate(url, source)])

  const sql = connect(url)
  expect(await sql`select n from a`).toEqual([{ n: 2 }])
  await sql.end()
  expect(await pendingMigrations(url, source)).toEqual([])
})

test('a file that fails leaves nothing behind, a landed file that was edited stops the start', async () => {
  const url = await databaseForThisTest([])
  const folder = await folderOf({ '0001_a.sql': 'create table a (n int); select nonsense' })
  const source = [{ owner: 'test', folder }]

  await expect(migrate(url, source)).rejects.toThrow('nonsense')
  await writeFile(join(folder, '0001_a.sql'), 'create table a (n int)')
  await migrate(url, source)
  await writeFile(join(folder, '0001_a.sql'), 'create table a (n bigint)')

  await expect(migrate(url, source)).rejects.toThrow('test/0001_a.sql was changed after it was applied')
})

test('a database with a file of a newer version, or of another beginning, is refused and left as it is', async () => {
  const url = await databaseForThisTest([])
  const folder = await folderOf({ '0001_a.sql': 'create table a (n int)', '0002_b.sql': 'create table b (n int)' })
  await migrate(url, [{ owner: 'test', folder }])
  const older = await folderOf({ '0001_a.sql': 'create table a (n int)' })
  const begunAnew = await folderOf({ '0001_all.sql': 'create table c (n int)' })

  for (const ask of [migrate, pendingMigrations]) {
    await expect(ask(url, [{ owner: 'test', folder: older }])).rejects.toThrow(
      'of a newer version: it has migration test/0002_b.sql',
    )
    await expect(ask(url, [{ owner: 'test', folder: begunAnew }])).rejects.toThrow(
      'made before version 0.1.0, by migrations that were never released (test/0001_a.sql). Start with an empty database',
    )
  }
  const sql = connect(url)
  expect(await sql`select to_regclass('c') as c`).toEqual([{ c: null }])
  await sql.end()
})
