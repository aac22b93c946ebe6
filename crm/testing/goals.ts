import { expect } from 'vitest'
import type { TestUser } from './startTestCrm.ts'

/** The body of a goal of the user, in 2026, with what a test says instead. */
export function goalOf(user: TestUser, more: object = {}) {
  return {
    assignee: { id: user.userId, type: 'person' },
    type: { name: 'deals_won', params: { pipeline_id: null } },
    expected_outcome: { target: 50, tracking_metric: 'quantity' },
    duration: { start: '2026-01-01', end: '2026-12-31' },
    interval: 'monthly' as const,
    ...more,
  }
}

/** The id of a new goal. */
export async function aGoal(user: TestUser, more: object = {}): Promise<string> {
  const reply = await user.call('POST', '/v1/goals', goalOf(user, more))
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data.goal.id
}

export async function goalResult(user: TestUser, id: string, start: string, end: string) {
  return (await user.call('GET', `/v1/goals/${id}/results?period.start=${start}&period.end=${end}`)).body.data
}

export async function currencyOf(user: TestUser, code: string): Promise<number> {
  return (await user.call('GET', `/v1/currencies?term=${code}`)).body.data[0].id
}
