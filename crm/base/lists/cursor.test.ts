import { textOf } from '@portico/kit/api/json'
import type { Fragment } from '@portico/kit/database/sql'
import { describe, expect, test } from 'vitest'
import { cursorPage, keyset, type Order, orderOf, writeCursor } from './cursor.ts'

/** The text of a piece of SQL, with what it is given written into it. */
function text({ texts, values }: Fragment): string {
  return texts.map((piece, at) => piece + (at < values.length ? shown(values[at]) : '')).join('')
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null && 'texts' in value
    ? text(value as Fragment)
    : JSON.stringify(value)
}

const plain = (piece: Fragment) => text(piece).replaceAll('"', '').replace(/\s+/g, ' ')

const rows = [1, 2, 3].map(id => ({ wire: `{"id":${id}}`, id, sort_key: null }))

describe('a page', () => {
  test('has a cursor when there is a row beyond it', () => {
    const { data, beside } = cursorPage(rows, 2)

    expect(textOf(data)).toBe('[{"id":1},{"id":2}]')
    expect(beside).toEqual({ additional_data: { next_cursor: writeCursor({ id: 2, sort_key: null }) } })
  })

  test('goes on after its last row, however few it has', () => {
    for (const limit of [1, 2])
      expect(cursorPage(rows, limit).beside).toEqual({
        additional_data: { next_cursor: writeCursor({ id: limit, sort_key: null }) },
      })
  })

  test('is the last one when there is none', () => {
    expect(cursorPage(rows, 3).beside).toEqual({ additional_data: { next_cursor: null } })
    expect(cursorPage([], 3).beside).toEqual({ additional_data: { next_cursor: null } })
  })
})

test('a list is in the order of the ids, unless another is asked for', () => {
  expect(orderOf({})).toEqual({ column: 'id', type: 'bigint', direction: 'asc' })
  expect(orderOf({ sort_by: 'name', sort_direction: 'desc' })).toEqual({
    column: 'name',
    type: 'text',
    direction: 'desc',
  })
})

describe('the rows after a cursor', () => {
  test('are those beyond the id, up or down', () => {
    const cursor = writeCursor({ id: 7, sort_key: null })

    expect(plain(keyset(orderOf({}), cursor, 'd').after)).toBe('d.id > 7::bigint')
    const down = keyset(orderOf({ sort_direction: 'desc' }), cursor, 'd')
    expect([plain(down.after), plain(down.orderBy), plain(down.sortKey)]).toEqual([
      'd.id < 7::bigint',
      'd.id desc',
      'null::text',
    ])
    expect(down.byId).toBe(true)
  })

  test('are those beyond the key, and beyond the id where keys are equal', () => {
    const cursor = writeCursor({ id: 7, sort_key: '2026-01-02' })
    const order = orderOf({ sort_by: 'due_date' })

    const { after, orderBy, sortKey, byId } = keyset(order, cursor, 'a')

    expect(plain(after)).toBe('(a.due_date, a.id) > (2026-01-02::text::date, 7::bigint)')
    expect(plain(orderBy)).toBe('a.due_date asc, a.id asc')
    expect(plain(sortKey)).toBe('a.due_date::text')
    expect(byId).toBe(false)
    expect(plain(keyset({ ...order, direction: 'desc' }, cursor, 'a').after)).toContain(' < ')
  })

  test.each([undefined, ''])('are all of them without a cursor (%j)', cursor => {
    for (const sort_by of ['id', 'add_time'] as const)
      expect(plain(keyset(orderOf({ sort_by }), cursor, 'd').after)).toBe('true')
  })
})

describe('400 for a cursor that', () => {
  const order = (type: Order['type'], column = 'x'): Order => ({ column, type, direction: 'asc' })
  const read = (given: unknown, by: Order) => () =>
    keyset(by, Buffer.from(typeof given === 'string' ? given : JSON.stringify(given)).toString('base64url'), 'd')
  const refusal = expect.objectContaining({
    code: 'invalid',
    message: expect.stringContaining('cursor is not one that this list gave out'),
    details: { field: 'cursor' },
  })

  test.each([
    ['is no JSON', 'x', order('bigint', 'id')],
    ['has no id', [], order('bigint', 'id')],
    ['has an id that is text', ['7'], order('bigint', 'id')],
    ['has an id that is too large', [2 ** 53], order('bigint', 'id')],
    ['is of a list in another order', [7, 'key'], order('bigint', 'id')],
    ['has no key where one is needed', [7], order('text')],
    ['has a number as its key', [7, 7], order('integer')],
    ['has letters in a number', [7, '7a'], order('integer')],
    ['has letters before a number', [7, 'a7'], order('bigint')],
    ['has too large an integer', [7, '1234567890'], order('integer')],
    ['has too large a number', [7, '1'.repeat(19)], order('bigint')],
    ['has a zero byte', [7, 'a\0b'], order('text')],
    ['has a day that does not exist', [7, '2026-02-30'], order('date')],
    ['has a time that does not exist', [7, '2026-02-30 00:00:00+00'], order('timestamptz')],
    ['has a time of another zone', [7, '2026-02-03 00:00:00+01'], order('timestamptz')],
    ['has more after a time', [7, '2026-02-03 00:00:00+00 or'], order('timestamptz')],
    ['has something before a time', [7, "'2026-02-03 00:00:00+00"], order('timestamptz')],
  ])('%s', (_, given, by) => {
    expect(read(given, by)).toThrow(refusal)
  })

  test.each([
    ['-7', 'integer'],
    ['123456789', 'integer'],
    ['-123456789012345678', 'bigint'],
    ['123456789012345678', 'bigint'],
    ['any text', 'text'],
    ['2026-02-28', 'date'],
    ['2026-02-28 23:59:59+00', 'timestamptz'],
    ['2026-02-28 23:59:59.123456+00', 'timestamptz'],
  ] as const)('is none of these: %s as %s', (key, type) => {
    expect(read([7, key], order(type))).not.toThrow()
  })
})
