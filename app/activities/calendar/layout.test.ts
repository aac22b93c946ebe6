import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utcDue } from '../../parts/days.ts'
import { dueOf } from '../entry.ts'
import { DAY_MINUTES, SHORTEST_MINUTES, type Stretch, sideBySide, stretchesOf } from './layout.ts'
import { daysOf, step } from './span.ts'

const stretch = fc
  .tuple(fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 1, max: 300 }))
  .map(([from, length]) => ({ from, to: from + length }))
const overlap = (a: Stretch, b: Stretch) => a.from < b.to && b.from < a.to

test('nothing shares a lane with what it overlaps, all that hang together have the same lanes, nothing is lost', () => {
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 60 }), stretches => {
      const placed = sideBySide(stretches)

      expect(placed.map(({ from, to }) => `${from}-${to}`).sort()).toEqual(
        stretches.map(({ from, to }) => `${from}-${to}`).sort(),
      )
      for (const [at, a] of placed.entries()) {
        expect(a.lane).toBeGreaterThanOrEqual(0)
        expect(a.lane).toBeLessThan(a.lanes)
        for (const b of placed.slice(at + 1)) {
          if (!overlap(a, b)) continue
          expect(a.lane).not.toBe(b.lane)
          expect(a.lanes).toBe(b.lanes)
        }
        if (!placed.some(b => b !== a && overlap(a, b))) expect(a.lanes).toBe(1)
      }
      // No more lanes than are needed at the busiest moment.
      for (const { lanes } of placed)
        expect(lanes).toBeLessThanOrEqual(
          Math.max(...placed.map(a => placed.filter(b => b.from <= a.from && a.from < b.to).length)),
        )
    }),
  )
})

const ZONES = ['Pacific/Honolulu', 'Asia/Kathmandu', 'Pacific/Auckland', 'Europe/Berlin', 'America/New_York']
/** Days around both changes of clocks in these zones, and the turn of a year. */
const DAYS = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-27', '2026-10-25', '2026-11-01', '2026-12-31']

function inZone(zone: string, work: () => void) {
  const before = process.env.TZ
  process.env.TZ = zone
  try {
    work()
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
}

test.each(ZONES)('in %s an activity is drawn on its day, within it, at its time', zone => {
  inZone(zone, () => {
    for (const day of DAYS)
      for (const time of ['00:00', '00:45', '09:30', '22:15', '23:50']) {
        const { due_date, due_time = null } = utcDue(day, time)
        const { begins = 0, ...local } = dueOf(due_date, due_time)
        expect(local).toEqual({ due_date: day, due_time: time })

        for (const minutes of [0, 30, 90, 600]) {
          const stretches = stretchesOf(begins, minutes)
          const [hours = 0, rest = 0] = time.split(':').map(Number)
          expect(stretches[0]).toMatchObject({ day, from: Math.min(hours * 60 + rest, DAY_MINUTES - SHORTEST_MINUTES) })
          for (const { from, to } of stretches) {
            expect(to - from).toBeGreaterThanOrEqual(SHORTEST_MINUTES)
            expect(to).toBeLessThanOrEqual(DAY_MINUTES)
          }
        }
      }
  })
})

test('what goes on after midnight is drawn on both days; what ends at midnight on one', () => {
  inZone('Europe/Berlin', () => {
    const { begins = 0 } = dueOf('2026-11-16', '21:00')

    expect(stretchesOf(begins, 180)).toEqual([
      { day: '2026-11-16', from: 1320, to: 1440 },
      { day: '2026-11-17', from: 0, to: 60 },
    ])
    expect(stretchesOf(begins, 120)).toEqual([{ day: '2026-11-16', from: 1320, to: 1440 }])
    expect(stretchesOf(begins, 72 * 60)).toHaveLength(4)
  })
})

test('an hour that is there twice is drawn as long as it takes on the wall, or shortest', () => {
  inZone('Europe/Berlin', () => {
    // 02:30 in summer time; an hour later it is 02:30 again.
    expect(stretchesOf(Date.parse('2026-10-25T00:30:00Z'), 60)).toEqual([{ day: '2026-10-25', from: 150, to: 180 }])
    // 01:30, and an hour later 03:30.
    expect(stretchesOf(Date.parse('2026-03-29T00:30:00Z'), 60)).toEqual([{ day: '2026-03-29', from: 90, to: 210 }])
  })
})

test('weeks begin with Monday, months are whole weeks', () => {
  expect(daysOf('day', '2026-11-16')).toEqual(['2026-11-16'])
  expect(daysOf('week', '2026-11-22')).toEqual(daysOf('week', '2026-11-16'))
  const november = daysOf('month', '2026-11-16')
  expect([november[0], november.at(-1), november.length]).toEqual(['2026-10-26', '2026-12-06', 42])
  expect(daysOf('month', '2027-02-10')).toHaveLength(28)
})

test.each([
  ['day', '2026-12-31', 1, '2027-01-01'],
  ['week', '2026-03-01', -1, '2026-02-22'],
  ['month', '2026-01-31', 1, '2026-02-28'],
  ['month', '2026-01-15', -1, '2025-12-15'],
  ['month', '2026-12-15', 1, '2027-01-15'],
] as const)('a %s from %s by %i is %s', (view, day, by, expected) => {
  expect(step(view, day, by)).toBe(expected)
})
