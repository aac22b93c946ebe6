import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideDone, decideParticipants, primaryOf, readClock } from './rules.ts'

const someone = fc.integer({ min: 1, max: 6 })
const list = fc.array(fc.record({ person_id: someone, primary: fc.constant(false) }), { maxLength: 5 })

describe('those who take part', () => {
  test('are each there once, with person_id as the primary one, whatever was there before', () => {
    fc.assert(
      fc.property(list, fc.option(list, { nil: undefined }), someone, (before, participants, person_id) => {
        const known = decideParticipants([], { participants: before })

        const after = decideParticipants(known, { participants, person_id })

        expect(new Set(after.map(participant => participant.person_id)).size).toBe(after.length)
        expect(after.filter(participant => participant.primary)).toHaveLength(1)
        expect(primaryOf(after)).toBe(person_id)
      }),
    )
  })

  test('stay as they are when nobody refers to them', () => {
    const before = [{ person_id: 1, primary: true }]

    expect(decideParticipants(before, {})).toBe(before)
  })

  test('are refused with two primary persons', () => {
    const participants = [{ person_id: 1, primary: true }]

    expect(() => decideParticipants([], { participants, person_id: 2 })).toThrow(/one primary person/)
  })
})

test('an activity that is done stays done since the first time', () => {
  const then = new Date('2026-01-01T00:00:00Z')
  const now = new Date('2026-02-01T00:00:00Z')

  expect(decideDone({ done: true, marked_as_done_time: then }, true, now)).toEqual({})
  expect(decideDone({ done: false, marked_as_done_time: null }, true, now)).toEqual({
    done: true,
    marked_as_done_time: now,
  })
  expect(decideDone({ done: true, marked_as_done_time: then }, false, now)).toEqual({
    done: false,
    marked_as_done_time: null,
  })
})

test('a time of day is read with and without seconds, and nothing else is', () => {
  expect(readClock('9:05', 'due_time', 23)).toBe('09:05')
  expect(readClock('23:59:59', 'due_time', 23)).toBe('23:59:59')
  expect(readClock('', 'due_time', 23)).toBeNull()
  for (const text of ['24:00', '12', '12:60', 'noon', '-1:00', '12:00:00.5'])
    expect(() => readClock(text, 'due_time', 23)).toThrow(/due_time/)
})

test('participants are replaced by a list, the primary one by person_id', () => {
  const one = { person_id: 1, primary: true }
  const two = { person_id: 2, primary: false }
  expect(decideParticipants([one, two], { person_id: null })).toEqual([two])
  expect(decideParticipants([one, two], { person_id: 3 })).toEqual([{ person_id: 3, primary: true }, two])
  expect(decideParticipants([one, two], { person_id: 2 })).toEqual([{ person_id: 2, primary: true }])
  expect(decideParticipants([one], { participants: [two, { person_id: 4, primary: true }] })).toEqual([
    two,
    { person_id: 4, primary: true },
  ])
  expect(decideParticipants([], { participants: [two], person_id: null })).toEqual([{ person_id: 2, primary: true }])
  expect(decideParticipants([one], { participants: [] })).toEqual([])
  expect(primaryOf([two])).toBeNull()
})

test('a refusal names its field, and nothing said changes nothing', () => {
  const naming = (field: string) => expect.objectContaining({ code: 'invalid', details: { field } })
  const participants = [
    { person_id: 1, primary: true },
    { person_id: 2, primary: true },
  ]
  expect(() => decideParticipants([], { participants })).toThrow(naming('participants'))
  expect(() => readClock('noon', 'duration', 999)).toThrow(naming('duration'))
  expect(readClock(undefined, 'due_time', 23)).toBeUndefined()
  expect(readClock(null, 'due_time', 23)).toBeNull()
  expect(readClock('999:00', 'duration', 999)).toBe('999:00')
  expect(decideDone({ done: false, marked_as_done_time: null }, undefined, new Date())).toEqual({})
})
