import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAYS_TOGETHER, stretchesBetween } from './keptDays.ts'

const dayOf = (number: number) => new Date(Date.UTC(2000, 0, 1) + number * 86_400_000).toISOString().slice(0, 10)

test('whole blocks between two borders, single days around them', () => {
  // 1 January 2000 is day 0, the blocks of February are 32 to 39, 40 to 47 and 48 to 55.
  expect(stretchesBetween(['2000-02-01', '2000-03-01'])).toEqual([
    { days: 1, first: 31, last: 31 },
    { days: 8, first: 4, last: 6 },
    { days: 1, first: 56, last: 59 },
  ])
  expect(stretchesBetween(['2000-01-03', '2000-01-08'])).toEqual([{ days: 1, first: 2, last: 6 }])
  expect(stretchesBetween(['2000-01-01', '2000-01-09'])).toEqual([{ days: 8, first: 0, last: 0 }])
  expect(stretchesBetween(['1999-12-31', '2000-01-02'])).toEqual([{ days: 1, first: -1, last: 0 }])
})

test('every day once, in order, and no block across a border, wherever the borders are', () => {
  const days = fc.uniqueArray(fc.integer({ min: -400, max: 400 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(days, numbers => {
      const borders = numbers.toSorted((a, b) => a - b)

      const stretches = stretchesBetween(borders.map(dayOf))

      const covered: number[] = []
      for (const { days, first, last } of stretches)
        for (let place = first; place <= last; place++) {
          expect(borders.some(border => border > place * days && border < (place + 1) * days)).toBe(false)
          for (let day = place * days; day < (place + 1) * days; day++) covered.push(day + 0)
        }
      const [first = 0, end = 0] = [borders[0], borders.at(-1)]
      expect(covered).toEqual(Array.from({ length: end - first }, (_, at) => first + at))
      const single = stretches.flatMap(({ days, first, last }) => (days === 1 ? [last - first + 1] : []))
      for (const length of single) expect(length).toBeLessThan(borders.length * 2 * DAYS_TOGETHER)
    }),
  )
})
