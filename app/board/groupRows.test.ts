import { expect, test } from 'vitest'
import { groupRows } from './groupRows.ts'

test('every row is in one group, wherever the rows begin and end', () => {
  for (const [first, last] of [
    [0, 0],
    [0, 1],
    [0, 8],
    [3, 5],
    [7, 9],
    [8, 16],
    [5, 40],
  ] as const) {
    const rows = groupRows(first, last).flatMap(group =>
      Array.from({ length: group.last - group.first }, (_, nr) => group.first + nr),
    )
    expect(rows).toEqual(Array.from({ length: last - first }, (_, nr) => first + nr))
  }
})

test('a group begins at the same row whichever of its rows are shown, so it is drawn on, not anew', () => {
  expect(groupRows(3, 12)).toEqual([
    { start: 0, first: 3, last: 8 },
    { start: 8, first: 8, last: 12 },
  ])
  expect(groupRows(6, 14).map(group => group.start)).toEqual([0, 8])
})
