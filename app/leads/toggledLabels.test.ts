import type { InboxLead } from '@portico/crm/sales/leads/app/inbox'
import { expect, test } from 'vitest'
import { toggledLabels } from './toggledLabels.ts'

const lead = (id: string, label_ids: string[]) => ({ id, label_ids }) as InboxLead

test('a label goes on all unless all have it; then it is taken off', () => {
  const [some, all] = [
    [lead('a', ['x']), lead('b', ['hot'])],
    [lead('a', ['hot', 'x']), lead('b', ['hot'])],
  ]

  expect(Object.fromEntries(toggledLabels(some, 'hot'))).toEqual({ a: ['x', 'hot'], b: ['hot'] })
  expect(Object.fromEntries(toggledLabels(all, 'hot'))).toEqual({ a: ['x'], b: [] })
})
