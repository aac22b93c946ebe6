import type { InboxLead } from '@portico/crm/sales/leads/app/inbox'
import { expect, test } from 'vitest'
import { nextAfter, toggledLabels, withPage, withPending } from './shownLeads.ts'

const lead = (id: string, values: Partial<InboxLead> = {}): InboxLead =>
  ({ id, title: id, label_ids: [], was_seen: false, ...values }) as InboxLead
const ids = (leads: readonly InboxLead[]) => leads.map(({ id }) => id)
const three = [lead('a'), lead('b'), lead('c')]

test('what leaves is gone, what changes is changed, before the server has said so', () => {
  const shown = withPending(three, [
    { id: 'b', to: undefined },
    { id: 'c', to: { was_seen: true } },
    { id: 'c', to: { label_ids: ['hot'] } },
  ])

  expect(ids(shown)).toEqual(['a', 'c'])
  expect(shown[1]).toMatchObject({ was_seen: true, label_ids: ['hot'] })
})

test('a lead that moved into a later page is there once', () => {
  expect(ids(withPage(three, [lead('b'), lead('d')]))).toEqual(['a', 'c', 'b', 'd'])
})

test.each([
  ['a', ['a'], 'b'],
  ['a', ['a', 'b'], 'c'],
  ['c', ['c'], 'b'],
  ['c', ['b', 'c'], 'a'],
  ['b', ['a'], 'b'],
  ['b', ['a', 'b', 'c'], undefined],
  [undefined, ['a'], undefined],
])('with %s open, when %j leave, %s is next', (open, leaving, next) => {
  expect(nextAfter(three, open, new Set(leaving))).toBe(next)
})

test('a label goes on all unless all have it; then it is taken off', () => {
  const [some, all] = [
    [lead('a', { label_ids: ['x'] }), lead('b', { label_ids: ['hot'] })],
    [lead('a', { label_ids: ['hot', 'x'] }), lead('b', { label_ids: ['hot'] })],
  ]

  expect(Object.fromEntries(toggledLabels(some, 'hot'))).toEqual({ a: ['x', 'hot'], b: ['hot'] })
  expect(Object.fromEntries(toggledLabels(all, 'hot'))).toEqual({ a: ['x'], b: [] })
})
