import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsInView } from './visibleRows.ts'

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
