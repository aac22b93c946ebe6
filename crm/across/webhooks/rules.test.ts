import { describe, expect, test } from 'vitest'
import {
  ACTIONS_V1,
  ACTIONS_V2,
  actionOf,
  clearlyAhead,
  DOWN_AFTER,
  EVENT_ACTIONS,
  IN_V2,
  isGivenUp,
  isHopeless,
  PATIENCE_MS,
  probeAfterMs,
  retryAfterMs,
  versionOf,
  wantedActions,
} from './rules.ts'

describe('the version of a webhook', () => {
  test('follows the names of its action where it is not said', () => {
    for (const action of ACTIONS_V1) expect(versionOf(action, undefined)).toBe('1.0')
    for (const action of [...ACTIONS_V2, '*'] as const) expect(versionOf(action, undefined)).toBe('2.0')
  })

  test('is the one that was said; an older name is not of version 2.0', () => {
    for (const action of EVENT_ACTIONS) expect(versionOf(action, '1.0')).toBe('1.0')
    for (const action of [...ACTIONS_V2, '*'] as const) expect(versionOf(action, '2.0')).toBe('2.0')
    for (const action of ACTIONS_V1)
      expect(() => versionOf(action, '2.0')).toThrow(
        expect.objectContaining({ code: 'invalid', details: { field: 'event_action' } }),
      )
  })
})

test('each action wants its events, * all of them', () => {
  expect(Object.fromEntries(EVENT_ACTIONS.map(action => [action, wantedActions(action)]))).toEqual({
    create: ['added'],
    change: ['updated'],
    delete: ['deleted', 'merged'],
    added: ['added'],
    updated: ['updated'],
    merged: ['merged'],
    deleted: ['deleted'],
    '*': ['added', 'updated', 'merged', 'deleted'],
  })
  expect(IN_V2).toEqual({ added: 'create', updated: 'change', merged: 'delete', deleted: 'delete' })
})

test.each([
  ['added', 'added', 'added'],
  ['added', 'updated', 'added'],
  ['updated', 'updated', 'updated'],
  ['updated', 'deleted', 'deleted'],
  ['updated', 'merged', 'merged'],
  ['deleted', 'deleted', 'deleted'],
  ['added', 'deleted', undefined],
  ['added', 'merged', undefined],
  ['added', 'purged', undefined],
  ['deleted', 'purged', undefined],
])('a request whose lines begin with %s and end with %s is %s', (first, last, expected) => {
  expect(actionOf(first, last)).toBe(expected)
})

test('three retries after 3, 30 and 150 seconds, then hourly', () => {
  expect([1, 2, 3, 4, 5, 70].map(retryAfterMs)).toEqual([3_000, 30_000, 150_000, 3_600_000, 3_600_000, 3_600_000])
})

test('a receiver that is down is asked at the same distances', () => {
  expect([0, 1, 2, 3].map(more => probeAfterMs(DOWN_AFTER + more))).toEqual([3_000, 30_000, 150_000, 3_600_000])
})

describe('after three days', () => {
  const now = new Date('2026-01-10T00:00:00Z')
  const before = (ms: number) => new Date(now.getTime() - ms)

  test('an event is given up once it has been tried more than three times', () => {
    expect(PATIENCE_MS).toBe(3 * 24 * 3_600_000)
    expect(isGivenUp(4, before(PATIENCE_MS), now)).toBe(true)
    expect(isGivenUp(4, before(PATIENCE_MS - 1), now)).toBe(false)
    expect(isGivenUp(3, before(2 * PATIENCE_MS), now)).toBe(false)
  })

  test('a webhook without any success is hopeless', () => {
    expect(isHopeless(before(PATIENCE_MS), now)).toBe(true)
    expect(isHopeless(before(PATIENCE_MS - 1), now)).toBe(false)
    expect(isHopeless(null, now)).toBe(false)
  })
})

test('what happened more than a minute ahead of this clock was written down by another one', () => {
  expect(clearlyAhead(new Date('2026-11-17T12:00:00Z'))).toEqual(new Date('2026-11-17T12:01:00Z'))
})
