import { expect, test } from 'vitest'
import { manifestOf } from './manifest.ts'

const row = {
  company_id: 3,
  id: 8,
  user_id: 4,
  format: 'csv' as const,
  kinds: ['deals'],
  include_files: true,
  state: 'done' as const,
  moment: null,
  moment_time: new Date('2026-01-01T00:00:00Z'),
  position: null,
  totals: {},
  done: { deals: 5 },
  size: 0,
  manifest: null,
  problem: null,
  failures: 0,
  running_by: null,
  add_time: new Date(),
  finish_time: null,
  expires_time: null,
}
const part = (entry: string, rows: number, content_bytes: number) => ({
  entry,
  method: 'deflated' as const,
  file_key: 'k',
  bytes: 1,
  content_bytes,
  rows,
  crc: 0,
})

test('a manifest adds up the parts of each file', () => {
  const parts = [part('deals.csv', 2, 30), part('notes.csv', 7, 70), part('deals.csv', 3, 40)]
  const digests = new Map([
    ['deals.csv', 'aa'],
    ['empty.csv', 'bb'],
  ])

  expect(manifestOf(row, parts, digests)).toEqual({
    export_id: 8,
    company_id: 3,
    user_id: 4,
    format: 'csv',
    as_of: '2026-01-01T00:00:00.000Z',
    include_files: true,
    records: { deals: 5 },
    files: [
      { name: 'deals.csv', records: 5, bytes: 70, sha256: 'aa' },
      { name: 'empty.csv', records: 0, bytes: 0, sha256: 'bb' },
    ],
  })
  expect(manifestOf({ ...row, moment_time: null }, [], new Map())).toMatchObject({ as_of: null, files: [] })
})
