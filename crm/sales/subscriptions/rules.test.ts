import { expect, test } from 'vitest'
import {
  cancelled,
  endOf,
  FIRST_EXTRA_NR,
  LAST_EXTRA_NR,
  numbered,
  paymentsOf,
  regularDates,
  type Subscription,
  totalOf,
  withAmount,
} from './rules.ts'

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
  const ended = { ...endless, ...cancelled(endless, today) }

  expect(ended.end_date).toBe('2026-04-05')
  expect(paymentsOf(ended, today).map(payment => [payment.due_at, payment.revenue_movement_type])).toEqual([
    ['2026-01-05', 'new'],
    ['2026-02-05', 'recurring'],
    ['2026-03-05', 'churn'],
  ])
})

test('cancelling after the end, or far ahead, is possible too', () => {
  expect(cancelled(aSubscription(), '2027-01-01').end_date).toBe('2026-04-30')
  const endless = aSubscription({ cycles_count: null, end_date: null, start_date: '2026-01-05' })
  expect(cancelled(endless, '2031-01-01').end_date).toBe('2031-01-05')
})

const PAYMENT = { amount: 5, description: 'setup', add_time: '2026-01-01T00:00:00.000Z' }

test('payments come in the order they are due, those of one day by their number', () => {
  const extra = { ...PAYMENT, nr: 5001, due_at: '2026-02-28' }
  const before = { ...PAYMENT, nr: 5000, due_at: '2026-01-01' }
  const later = { ...PAYMENT, nr: 5002, due_at: '2026-02-28' }

  const payments = paymentsOf(aSubscription({ payments: [later, extra, before] }), today)

  expect(payments.map(payment => payment.nr)).toEqual([5000, 1, 2, 5001, 5002, 3])
  expect(payments[0]).toEqual({
    ...before,
    change_amount: 0,
    revenue_movement_type: 'none',
    payment_type: 'additional',
  })
  expect(payments[1]).toEqual({
    nr: 1,
    amount: 100,
    change_amount: 100,
    due_at: '2026-01-31',
    revenue_movement_type: 'new',
    payment_type: 'recurring',
    description: '',
    add_time: null,
  })
})

test('a payment that is due earlier comes first, whatever its number', () => {
  const payments = [
    { ...PAYMENT, nr: 5001, due_at: '2026-02-01' },
    { ...PAYMENT, nr: 5000, due_at: '2026-03-01' },
  ]
  const installments = aSubscription({ kind: 'installment', cadence_type: null, cycles_count: null, payments })

  expect(paymentsOf(installments, today).map(({ nr }) => nr)).toEqual([5001, 5000])
})

test('installments have the payments that were given, and no regular ones', () => {
  const payments = [{ ...PAYMENT, nr: 5000, due_at: '2026-02-01' }]
  const installments = aSubscription({ kind: 'installment', cadence_type: null, cycles_count: null, payments })

  expect(paymentsOf(installments, today)).toMatchObject([{ nr: 5000, payment_type: 'installment' }])
  expect(regularDates(installments, today)).toEqual([])
})

test('what goes on without an end has no last payment', () => {
  const endless = aSubscription({ cycles_count: null, infinite: true, end_date: null, cadence_type: 'quarterly' })

  expect(paymentsOf(endless, today).at(-1)?.revenue_movement_type).toBe('recurring')
})

test('a year is counted from today, or from a start that lies ahead; the day it ends is not in it', () => {
  const yearly = { cadence_type: 'yearly', cycles_count: null, end_date: null } as const
  expect(regularDates(aSubscription({ ...yearly, start_date: '2027-05-05' }), today)).toEqual(['2027-05-05'])
  expect(regularDates(aSubscription({ ...yearly, start_date: '2025-03-10' }), today)).toEqual([
    '2025-03-10',
    '2026-03-10',
  ])
  const monthly = { cadence_type: 'monthly', start_date: '2026-01-10' } as const
  expect(regularDates(aSubscription({ ...monthly, cycles_count: 20 }), today)).toHaveLength(20)
})

test('the last day is paid for', () => {
  const due = regularDates(aSubscription({ start_date: '2026-01-01', cycles_count: 6, last_date: '2026-03-01' }), today)

  expect(due).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
})

test('payments without an end are fewer than the numbers of the others', () => {
  const weekly = { cadence_type: 'weekly', cycles_count: null, end_date: null, start_date: '1900-01-01' } as const

  expect(regularDates(aSubscription(weekly), today)).toHaveLength(FIRST_EXTRA_NR - 1)
})

test('cancelling on the day of a payment keeps it', () => {
  const endless = aSubscription({ cycles_count: null, end_date: null, start_date: '2026-01-05' })

  expect(cancelled(endless, '2026-02-05')).toEqual({ last_date: '2026-02-05', end_date: '2026-03-05' })
  expect(cancelled(endless, '2026-01-20').end_date).toBe('2026-02-05')
})

test('cancelling what is paid yearly ends a year after the last payment, on the day of one too', () => {
  const yearly = { cadence_type: 'yearly', cycles_count: null, end_date: null, start_date: '2024-02-29' } as const
  const endless = aSubscription(yearly)

  expect(cancelled(endless, '2024-02-29').end_date).toBe('2025-02-28')
  expect(cancelled(endless, '2027-02-28').end_date).toBe('2028-02-29')
  expect(cancelled(endless, '2026-03-10').end_date).toBe('2027-02-28')
  expect(cancelled(endless, '2023-01-01').end_date).toBe('2024-02-29')
})

test('the end is the day after the last period, or none', () => {
  expect(endOf('2026-01-31', 'monthly', 1)).toBe('2026-02-28')
  expect(endOf('2026-01-01', 'yearly', 2)).toBe('2028-01-01')
  expect(endOf('2026-01-01', 'weekly', null)).toBeNull()
})

test('an amount that is not given stays; one from the first day replaces it', () => {
  const subscription = aSubscription()
  expect(withAmount(subscription, '2026-02-01', undefined)).toBe(subscription.amounts)
  expect(withAmount(subscription, '2026-01-31', 9)).toEqual([{ from: '2026-01-31', amount: 9 }])
})

test('new payments get the next numbers, as long as there are some', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const given = { amount: 5, description: 'x', due_at: '2026-04-01' }
  expect(numbered([given, given], 5000, now)).toEqual([
    { nr: 5000, ...given, add_time: '2026-03-10T12:00:00.000Z' },
    { nr: 5001, ...given, add_time: '2026-03-10T12:00:00.000Z' },
  ])
  expect(numbered([given], LAST_EXTRA_NR, now)[0]?.nr).toBe(LAST_EXTRA_NR)
  expect(() => numbered([given, given], LAST_EXTRA_NR, now)).toThrow(
    expect.objectContaining({ code: 'invalid', details: { field: 'payments' } }),
  )
})

test('a total is written as one would write it', () => {
  expect(totalOf([0.1, 0.2])).toBe(0.3)
  expect(totalOf([])).toBe(0)
})
