import { expect, test } from 'vitest'
import type { Crm } from '../api/context.ts'
import { oneRecord, requireMatch } from './version.ts'

function asked(match?: string): Crm {
  const headers = new Headers(match === undefined ? {} : { 'if-match': match })
  return { call: { request: { headers } } } as unknown as Crm
}

test.each([undefined, '*', '"7"', '7', 'W/"7"', '"6", "7"', '"6","7"', ' "7" '])('%s matches version 7', match => {
  expect(requireMatch(asked(match), 7)).toBeUndefined()
})

test.each(['"6"', '"77"', '', '"6", "8"', 'x7', '"W/7"', '"7" "7"'])('412 for %s at version 7', match => {
  expect(() => requireMatch(asked(match), 7)).toThrow(
    expect.objectContaining({ code: 'stale', status: 412, details: { field: 'if-match', version: 7 } }),
  )
})

test('a record is answered with its version, a missing one is a 404', () => {
  expect(oneRecord({ wire: '{}', version: 3 }, 'Deal')).toMatchObject({ headers: { etag: '"3"' } })
  expect(() => oneRecord(undefined, 'Deal')).toThrow(
    expect.objectContaining({ code: 'missing', message: 'Deal not found' }),
  )
})
