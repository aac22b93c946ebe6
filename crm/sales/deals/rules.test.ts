import { describe, expect, test } from 'vitest'
import { closesByHand, type DealOutcome, decideOutcome, OPEN } from './rules.ts'

const now = new Date('2026-03-10T12:00:00Z')
const [earlier, later] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-02T00:00:00Z')]
const won: DealOutcome = { ...OPEN, status: 'won', won_time: earlier, first_won_time: earlier, close_time: earlier }
const lost: DealOutcome = { ...OPEN, status: 'lost', lost_time: earlier, close_time: earlier, lost_reason: 'price' }

describe('a deal that is won', () => {
  test('is won and closed now, the first time it is', () => {
    const outcome = { ...OPEN, status: 'won', won_time: now, first_won_time: now, close_time: now }
    expect(decideOutcome(OPEN, { status: 'won' }, now)).toEqual(outcome)
    expect(decideOutcome(lost, { status: 'won' }, now)).toEqual(outcome)
    expect(decideOutcome({ ...OPEN, won_time: earlier }, { status: 'won' }, now)).toEqual(outcome)
  })

  test('keeps the time it was won at, and the first one for ever', () => {
    expect(decideOutcome(won, {}, now)).toEqual(won)
    expect(decideOutcome(won, { won_time: later }, now)).toEqual({ ...won, won_time: later, close_time: later })
    expect(decideOutcome({ ...OPEN, first_won_time: earlier }, { status: 'won' }, now)).toMatchObject({
      won_time: now,
      first_won_time: earlier,
    })
  })

  test('is won when it is said to be closed; both times may differ', () => {
    expect(decideOutcome(OPEN, { status: 'won', close_time: later }, now)).toMatchObject({
      won_time: later,
      close_time: later,
    })
    expect(decideOutcome(won, { close_time: later }, now)).toMatchObject({ won_time: earlier, close_time: later })
  })
})

describe('a deal that is lost', () => {
  test('is lost and closed now, for the given reason or none', () => {
    const outcome = { ...OPEN, status: 'lost', lost_time: now, close_time: now }
    expect(decideOutcome(OPEN, { status: 'lost' }, now)).toEqual(outcome)
    expect(decideOutcome(OPEN, { status: 'lost', lost_reason: 'late' }, now)).toEqual({
      ...outcome,
      lost_reason: 'late',
    })
    expect(decideOutcome(won, { status: 'lost' }, now)).toEqual({ ...outcome, first_won_time: earlier })
    const stray = { ...OPEN, lost_reason: 'stray', lost_time: earlier }
    expect(decideOutcome(stray, { status: 'lost' }, now)).toEqual(outcome)
  })

  test('keeps time and reason until others are given', () => {
    expect(decideOutcome(lost, {}, now)).toEqual(lost)
    expect(decideOutcome(lost, { lost_reason: null }, now)).toEqual({ ...lost, lost_reason: null })
    expect(decideOutcome(lost, { lost_time: later }, now)).toEqual({ ...lost, lost_time: later, close_time: later })
    expect(decideOutcome(OPEN, { status: 'lost', close_time: later }, now)).toMatchObject({ lost_time: later })
    expect(decideOutcome(lost, { close_time: later }, now)).toMatchObject({ lost_time: earlier, close_time: later })
  })
})

test('a deal that is opened again has only its first win left; a deleted one keeps all', () => {
  expect(decideOutcome(won, { status: 'open' }, now)).toEqual({ ...OPEN, first_won_time: earlier })
  expect(decideOutcome(won, { status: 'deleted' }, now)).toEqual({ ...won, status: 'deleted' })
})

test.each([
  ['won_time', OPEN, { won_time: now }],
  ['won_time', lost, { won_time: now }],
  ['lost_time', won, { lost_time: now }],
  ['close_time', OPEN, { close_time: now }],
  ['lost_reason', won, { lost_reason: 'price' }],
] as const)('%s is refused where it means nothing', (field, before, input) => {
  expect(() => decideOutcome(before, input, now)).toThrow(
    expect.objectContaining({ code: 'invalid', details: { field }, message: expect.stringContaining(field) }),
  )
})

describe('a deal is closed by hand', () => {
  test('when a time is given that it does not have', () => {
    expect(closesByHand({ won_time: now })).toBe(true)
    expect(closesByHand({ lost_time: now }, won)).toBe(true)
    expect(closesByHand({ won_time: earlier, close_time: later }, won)).toBe(true)
  })

  test('not when none is given, or the one it shows, in whole seconds', () => {
    expect(closesByHand({ status: 'won' })).toBe(false)
    expect(closesByHand({ won_time: null, close_time: null }, won)).toBe(false)
    expect(closesByHand({ won_time: new Date(earlier.getTime() + 999) }, won)).toBe(false)
    expect(closesByHand({ won_time: new Date(earlier.getTime() + 1000) }, won)).toBe(true)
  })
})
