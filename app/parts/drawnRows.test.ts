import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextDrawn } from './drawnRows.ts'
import type { Rows } from './visibleRows.ts'

const COUNT = 300
const rows = fc
  .tuple(fc.integer({ min: 0, max: 280 }), fc.integer({ min: 1, max: 20 }))
  .map(([first, count]) => ({ first, last: first + count }))
const ahead = fc.constantFrom(0, 1, 20, 60)

const numbers = ({ first, last }: Rows) => Array.from({ length: last - first }, (_, nr) => first + nr)
const added = (before: Rows, after: Rows) => numbers(after).filter(row => row < before.first || row >= before.last)

test('what is in view is drawn a few at a time, and none of it goes meanwhile', () => {
  fc.assert(
    fc.property(rows, rows, ahead, fc.boolean(), (drawn, inView, ahead, isAtRest) => {
      let now: Rows = drawn
      for (let frame = 0; frame < 3; frame++) {
        const next = nextDrawn(now, { inView, ahead, count: COUNT }, isAtRest)
        const isSeen = (row: number) => row >= inView.first && row < inView.last
        expect(added(next, now).filter(isSeen)).toEqual([])
        expect(added(now, next).length).toBeLessThanOrEqual(20)
        now = next
      }
      expect(now.first).toBeLessThanOrEqual(inView.first)
      expect(now.last).toBeGreaterThanOrEqual(inView.last)
    }),
  )
})

test('at rest what lies ahead is drawn as well, no more than that, and what lies further goes', () => {
  fc.assert(
    fc.property(rows, rows, ahead, (drawn, inView, ahead) => {
      let now: Rows = drawn
      for (let time = 0; time < 30; time++) now = nextDrawn(now, { inView, ahead, count: COUNT }, true)
      expect(now).toEqual({ first: Math.max(0, inView.first - ahead), last: Math.min(COUNT, inView.last + ahead) })
    }),
  )
})

test('a scroll draws nothing while enough is left ahead, and keeps a bounded number however far it goes', () => {
  const ahead = 60
  let now: Rows = { first: 0, last: 70 }
  const drawings: number[] = []
  for (let first = 0; first < 1_000; first += 2) {
    const next = nextDrawn(now, { inView: { first, last: first + 10 }, ahead, count: 1_010 }, false)
    if (next !== now) drawings.push(added(now, next).length)
    if (first < 50) expect(next).toBe(now)
    expect(next.first).toBeLessThanOrEqual(first)
    expect(next.last).toBeGreaterThanOrEqual(first + 10)
    expect(next.last - next.first).toBeLessThanOrEqual(3 * ahead + 10)
    now = next
  }
  expect(Math.max(...drawings)).toBeLessThanOrEqual(10)
  expect(drawings.length).toBeLessThan(1_000 / 9)
})
