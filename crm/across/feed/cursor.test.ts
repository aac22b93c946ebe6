import { expect, test } from 'vitest'
import type { Actor } from '../../base/access/actor.ts'
import { BEGINNING, cursorOf, readCursor, sightOf } from './cursor.ts'

/** As much of a caller as decides what may be seen. */
function caller(changes: Partial<Actor> = {}): Actor {
  const decisive = {
    companyId: 1,
    userId: 2,
    isAdmin: false,
    isAccountAdmin: false,
    scopes: undefined,
    rights: new Set(),
    sameGroup: [2, 3],
    groupsBelow: [4],
    groupsAbove: [5],
    hiddenPipelines: [6],
    ...changes,
  }
  // The rest of a caller decides nothing here.
  return decisive as unknown as Actor
}

test('a cursor is read as it was given out', () => {
  const actor = caller()
  for (const place of [BEGINNING, { seq: 12, at: 1_767_225_600_000_000 }])
    expect(readCursor(cursorOf(place, actor), 'cursor')).toEqual({ ...place, sight: sightOf(actor) })
})

const written = (text: string) => Buffer.from(text).toString('base64url')

test.each([
  '',
  'x',
  written('1.2'),
  written('1.2.short'),
  written('1.2.abcdefghijklm'),
  written('1.2.abcdefghijk!'),
  written('-1.2.abcdefghijkl'),
  written('1.-2.abcdefghijkl'),
  written('a.2.abcdefghijkl'),
  written('1.b.abcdefghijkl'),
  written('.2.abcdefghijkl'),
  written('1x.2.abcdefghijkl'),
  written('x1.2.abcdefghijkl'),
  written('1e3.2.abcdefghijkl'),
  written('1.0x2.abcdefghijkl'),
  written('9999999999999999.2.abcdefghijkl'),
  written('1.12345678901234567.abcdefghijkl'),
])('invalid: %j', text => {
  expect(() => readCursor(text, 'since')).toThrow(
    expect.objectContaining({ code: 'invalid', details: { field: 'since' } }),
  )
})

test('0 is a place', () => expect(readCursor(written('0.0.abcdefghijkl'), 'since')).toMatchObject({ seq: 0, at: 0 }))

test('two callers have the same sight when the same may be seen, in whatever order groups are listed', () => {
  const same = caller({ sameGroup: [3, 2], rights: new Set(['can_add_products']) as Actor['rights'] })
  expect(sightOf(same)).toBe(sightOf(caller()))
  expect(sightOf(caller({ scopes: ['b', 'a'] }))).toBe(sightOf(caller({ scopes: ['a', 'b'] })))
  expect(sightOf(caller())).toMatch(/^[\w-]{12}$/)
})

test('whatever decides makes another sight', () => {
  const others: Partial<Actor>[] = [
    { companyId: 9 },
    { userId: 9 },
    { isAdmin: true },
    { isAccountAdmin: true },
    { scopes: ['deals:read'] },
    { rights: new Set(['can_see_other_users']) as Actor['rights'] },
    { rights: new Set(['can_see_other_users_statistics']) as Actor['rights'] },
    { rights: new Set(['can_see_company_wide_statistics']) as Actor['rights'] },
    { sameGroup: [2] },
    { groupsBelow: [] },
    { groupsAbove: [] },
    { hiddenPipelines: [] },
  ]
  expect(new Set([{}, ...others].map(changes => sightOf(caller(changes)))).size).toBe(others.length + 1)
})

test('in the web app what somebody may do decides too', () => {
  const inApp = (may: readonly string[], isProjectsAdmin = false) =>
    sightOf(caller({ source: 'app', rights: new Set(may) as Actor['rights'], isProjectsAdmin }))

  expect(inApp(['can_add_products', 'can_delete_deals'])).toBe(inApp(['can_delete_deals', 'can_add_products']))
  expect(new Set([inApp([]), inApp(['can_add_products']), inApp([], true)]).size).toBe(3)
})
