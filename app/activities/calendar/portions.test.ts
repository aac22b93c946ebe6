import { expect, test } from 'vitest'
import { nextPortion } from './portions.ts'

const aDay = (first: number, count: number) => ({
  whole: [{ id: first }],
  timed: Array.from({ length: count - 1 }, (_, n) => ({ entry: { id: first + 1 + n } })),
})
const week = (counts: readonly number[]) => new Map(counts.map((count, day) => [`day ${day}`, aDay(day * 100, count)]))

/** How many of each day are shown in one frame after the other, until all are. */
function frames(wanted: ReturnType<typeof week>, shown = new Set<number>()) {
  const counts: number[][] = []
  for (let isWhole = false; !isWhole && counts.length < 50; ) {
    const portion = nextPortion(shown, wanted)
    const days = [...portion.next.values()]
    for (const { whole, timed } of days)
      for (const id of [...whole.map(each => each.id), ...timed.map(({ entry }) => entry.id)]) shown.add(id)
    counts.push(days.map(({ whole, timed }) => whole.length + timed.length))
    isWhole = portion.isWhole
  }
  return counts
}

test('a full week comes in portions, a day with many too, a week with little in it at once', () => {
  expect(frames(week([15, 15, 15]))).toEqual([
    [15, 5, 0],
    [15, 15, 10],
    [15, 15, 15],
  ])
  expect(frames(week([45]))).toEqual([[20], [40], [45]])
  expect(frames(week([6, 6, 6]))).toEqual([[6, 6, 6]])
  expect(frames(new Map())).toEqual([[]])
})

test('what is shown stays, what is not wanted any more goes at once, what changed is the new one', () => {
  const before = week([30, 30])
  const shown = new Set<number>()
  frames(before, shown)
  const after = week([30, 29])
  const { next, isWhole } = nextPortion(shown, after)
  expect(isWhole).toBe(true)
  expect(next.get('day 0')).toBe(after.get('day 0'))
  expect(next.get('day 1')).toBe(after.get('day 1'))
})
