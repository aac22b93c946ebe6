import { expect, test } from 'vitest'
import { cancelled, paymentsOf, type Subscription, withAmount } from './rules.ts'

const today = '2026-03-10'

function aSubscription(values: Partial<Subscription> = {}): Subscription {
  return {
    id: 1,
    kind: 'recurring',
    cadence_type: 'monthly',
    cycles_count: 3,
    infinite: false,
    start_date: '2026-01-31',
    end_date: '2026-04-30',
    last_date: null,
    amounts: [{ from: values.start_date ?? '2026-01-31', amount: 100 }],
    payments: [],
    is_active: true,
    ...values,
  }
}

test('the 31st comes back after a short month', () => {
  const due = paymentsOf(aSubscription(), today).map(payment => payment.due_at)

  expect(due).toEqual(['2026-01-31', '2026-02-28', '2026-03-31'])
})

test('a change of the amount moves revenue up or down, and the last payment is the churn', () => {
  const subscription = aSubscription({ cycles_count: 6, start_date: '2026-01-01', end_date: '2026-07-01' })
  const raised = { ...subscription, amounts: withAmount(subscription, '2026-02-15', 120.1) }
  const lowered = { ...raised, amounts: withAmount(raised, '2026-04-01', 20) }

  expect(
    paymentsOf(lowered, today).map(({ amount, change_amount, revenue_movement_type }) => [
      amount,
      change_amount,
      revenue_movement_type,
    ]),
  ).toEqual([
    [100, 100, 'new'],
    [100, 0, 'recurring'],
    [120.1, 20.1, 'expansion'],
    [20, -100.1, 'contraction'],
    [20, 0, 'recurring'],
    [20, 0, 'churn'],
  ])
})

test('a change from a day before the start changes all of it', () => {
  expect(withAmount(aSubscription(), '2020-01-01', 7)).toEqual([{ from: '2026-01-31', amount: 7 }])
})

test('what has no end is shown for a year from today', () => {
  const endless = aSubscription({ cycles_count: null, infinite: true, end_date: null, cadence_type: 'weekly' })
  const due = paymentsOf(endless, today).map(payment => payment.due_at)

  expect(due[0]).toBe('2026-01-31')
  expect(due.at(-1)).toBe('2027-03-06')
  expect(due).toHaveLength(58)
})

test('cancelling ends at the payment that would have followed', () => {
  const endless = aSubscription({ cycles_count: null, infinite: true, end_date: null, start_date: '2026-01-05' })
  const ended = { ...endless, ...cancelled(endless, today, today) }

  expect(ended.end_date).toBe('2026-04-05')
  expect(paymentsOf(ended, today).map(payment => [payment.due_at, payment.revenue_movement_type])).toEqual([
    ['2026-01-05', 'new'],
    ['2026-02-05', 'recurring'],
    ['2026-03-05', 'churn'],
  ])
})

test('cancelling after the end, or far ahead, is possible too', () => {
  expect(cancelled(aSubscription(), '2027-01-01', today).end_date).toBe('2026-04-30')
  const endless = aSubscription({ cycles_count: null, end_date: null, start_date: '2026-01-05' })
  expect(cancelled(endless, '2031-01-01', today).end_date).toBe('2031-01-05')
})
