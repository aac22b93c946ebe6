import { expect, test } from 'vitest'
import { grouped, groupOf } from './groups.ts'

const due = (due_date: string | null, due_time: string | null = null) => ({ due_date, due_time })

test.each([
  // A Monday, a Sunday, a Saturday.
  ['2026-11-16', '2026-11-22', 'This week'],
  ['2026-11-16', '2026-11-23', 'Later'],
  ['2026-11-22', '2026-11-24', 'Later'],
  ['2026-11-21', '2026-11-22', 'Tomorrow'],
  ['2026-11-16', '2026-11-15', 'Overdue'],
  ['2026-11-16', '2026-11-16', 'Today'],
  ['2026-11-16', null, 'Some day'],
])('seen from %s, %s is %s', (today, date, group) => {
  expect(groupOf(due(date), today)).toBe(group)
})

test('days of one group in their order, those without a day by time', () => {
  const later = [due('2026-12-02', '08:00'), due('2026-12-01', '09:00')]
  const some = [due(null, '10:00'), due(null, '09:00')]

  expect(grouped([...later, ...some], '2026-11-16')).toEqual([
    { group: 'Later', activities: later.toReversed() },
    { group: 'Some day', activities: some.toReversed() },
  ])
})

test('by day and time, whole days first, empty groups left out', () => {
  const list = [due('2026-11-16', '10:00'), due('2026-11-16', '09:00'), due('2026-11-14'), due('2026-11-16')]

  expect(grouped(list, '2026-11-16')).toEqual([
    { group: 'Overdue', activities: [list[2]] },
    { group: 'Today', activities: [list[3], list[1], list[0]] },
  ])
})
