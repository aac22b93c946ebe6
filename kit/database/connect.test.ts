import { expect, test } from 'vitest'
import { databaseForThisTest } from '../testing/testDatabase.ts'
import { connect } from './connect.ts'

test('a connection counts days in UTC, whatever the database is set to', async () => {
  const url = await databaseForThisTest([])
  const admin = connect(url)
  const name = new URL(url).pathname.slice(1)
  await admin.unsafe(`alter database ${name} set timezone to 'Pacific/Kiritimati'`)
  await admin.end()

  const sql = connect(url)
  const [row] = await sql`select '2026-03-10'::date::timestamptz = '2026-03-10T00:00:00Z'::timestamptz as begins_in_utc`
  await sql.end()

  expect(row).toEqual({ begins_in_utc: true })
})

test('no statement is compiled before it runs, whatever the database is set to', async () => {
  const url = await databaseForThisTest([])
  const admin = connect(url)
  await admin.unsafe(`alter database ${new URL(url).pathname.slice(1)} set jit to 'on'`)
  await admin.end()

  const sql = connect(url)
  const shown = await sql`show jit`
  await sql.end()

  expect(shown).toEqual([{ jit: 'off' }])
})
