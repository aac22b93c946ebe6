import { describe, expect, test } from 'vitest'
import { attemptOf, conditionAfter, isDown, skipped } from './outcome.ts'
import { DOWN_AFTER, PATIENCE_MS } from './rules.ts'

const now = new Date('2026-01-10T00:00:00Z')
const earlier = new Date('2026-01-09T00:00:00Z')
const facts = { duration_ms: 5, http_status: 500, answer: 'no', error: null }
const failed = { ok: false, ...facts }
const delivered = { ok: true, ...facts, http_status: 200 }

describe('the condition of a receiver', () => {
  const well = { failures: 0, failingSince: null }
  const down = { failures: DOWN_AFTER, failingSince: earlier }

  test('is well after a success, however it was', () => {
    expect(conditionAfter(down, delivered, { isFirst: false, isProbe: false, now })).toEqual(well)
  })

  test('counts failures of first attempts, and keeps when they began', () => {
    const once = conditionAfter(well, failed, { isFirst: true, isProbe: false, now })
    expect(once).toEqual({ failures: 1, failingSince: now })
    const later = { isFirst: true, isProbe: false, now: new Date(now.getTime() + 1) }
    expect(conditionAfter(once, failed, later)).toEqual({ failures: 2, failingSince: now })
    expect(conditionAfter(once, failed, { ...later, isFirst: false, isProbe: true })).toEqual(once)
  })

  test('of one that is down counts what was sent to find out', () => {
    expect(conditionAfter(down, failed, { isFirst: true, isProbe: false, now })).toEqual(down)
    expect(conditionAfter(down, failed, { isFirst: false, isProbe: true, now })).toEqual({
      failures: DOWN_AFTER + 1,
      failingSince: earlier,
    })
  })

  test('is down from ten failures in a row on', () => {
    expect(isDown({ failures: DOWN_AFTER - 1, failingSince: now })).toBe(false)
    expect(isDown({ failures: DOWN_AFTER, failingSince: now })).toBe(true)
  })
})

describe('an attempt', () => {
  const delivery = {
    id: 7,
    seq: 1,
    first_seq: 1,
    event_id: 'e',
    object: 'deal',
    entity_id: '1',
    attempt: 0,
    first_time: null,
  }

  test('that succeeded ends the delivery', () => {
    expect(attemptOf(delivery, delivered, now)).toEqual({
      id: 7,
      attempt: 1,
      time: now,
      ...facts,
      http_status: 200,
      status: 'delivered',
      next_time: null,
    })
  })

  test('that failed is made again later', () => {
    expect(attemptOf({ ...delivery, attempt: 1, first_time: earlier }, failed, now)).toEqual({
      id: 7,
      attempt: 2,
      time: now,
      ...facts,
      status: 'pending',
      next_time: new Date(now.getTime() + 30_000),
    })
  })

  test('that failed after three days is the last', () => {
    const old = { ...delivery, attempt: 9, first_time: new Date(now.getTime() - PATIENCE_MS) }
    expect(attemptOf(old, failed, now)).toMatchObject({ attempt: 10, status: 'failed', next_time: null })
    expect(attemptOf(old, delivered, now)).toMatchObject({ status: 'delivered', next_time: null })
    expect(attemptOf({ ...old, first_time: null }, failed, now)).toMatchObject({ status: 'pending' })
  })

  test('of a record that is gone is skipped', () => {
    expect(skipped({ ...delivery, attempt: 3 }, now)).toEqual({
      id: 7,
      attempt: 3,
      time: now,
      status: 'skipped',
      next_time: null,
      duration_ms: 0,
      http_status: null,
      answer: null,
      error: expect.stringContaining('removed for good'),
    })
  })
})
