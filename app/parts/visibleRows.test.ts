import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grownRows, type Rows, rowsInView } from './visibleRows.ts'

test('every row in view is drawn, few others are, and none that is not there', () => {
  const sizes = fc.record({
    top: fc.integer({ min: 0, max: 1_000_000 }),
    height: fc.integer({ min: 0, max: 3000 }),
    rowHeight: fc.integer({ min: 20, max: 200 }),
    count: fc.integer({ min: 0, max: 20_000 }),
  })
  fc.assert(
    fc.property(sizes, ({ top, height, rowHeight, count }) => {
      const { first, last } = rowsInView(top, height, rowHeight, count)
      expect(first).toBeGreaterThanOrEqual(0)
      expect(last).toBeLessThanOrEqual(count)
      const [firstSeen, lastSeen] = [Math.floor(top / rowHeight), Math.ceil((top + height) / rowHeight)]
      expect(first).toBeLessThanOrEqual(Math.min(firstSeen, count))
      expect(last).toBeGreaterThanOrEqual(Math.min(lastSeen, count))
      expect(last - first).toBeLessThanOrEqual(lastSeen - firstSeen + 6)
    }),
  )
})

test('a short scroll changes nothing, so that nothing is drawn anew', () => {
  const tops = Array.from({ length: 30 }, (_, nr) => 5_000 + nr * 10)
  const drawn = new Set(tops.map(top => JSON.stringify(rowsInView(top, 700, 100, 1_000))))
  expect(drawn.size).toBeLessThan(5)
})

test('rows that come into view are drawn a few at a time until all are, and none of them goes meanwhile', () => {
  const rows = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }))
    .map(([first, count]) => ({ first, last: first + count }))
  const numbers = ({ first, last }: Rows) => Array.from({ length: last - first }, (_, nr) => first + nr)
  fc.assert(
    fc.property(rows, rows, (drawn, wanted) => {
      let now: Rows = drawn
      for (let frame = 0; frame < 8 && JSON.stringify(now) !== JSON.stringify(wanted); frame++) {
        const next = grownRows(now, wanted)
        const [before, after, all] = [numbers(now), numbers(next), numbers(wanted)]
        expect(after.filter(row => !all.includes(row))).toEqual([])
        expect(before.filter(row => all.includes(row) && !after.includes(row))).toEqual([])
        expect(after.filter(row => !before.includes(row)).length).toBeLessThanOrEqual(6)
        now = next
      }
      expect(now).toEqual(wanted)
    }),
  )
})
