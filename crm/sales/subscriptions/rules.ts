import { failure } from '@portico/kit/api/failure'

export const CADENCES = ['weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Cadence = (typeof CADENCES)[number]

/** How many payments a cadence makes in a year. */
export const A_YEAR: Record<Cadence, number> = { weekly: 52, monthly: 12, quarterly: 4, yearly: 1 }
const MONTHS: Record<Exclude<Cadence, 'weekly'>, number> = { monthly: 1, quarterly: 3, yearly: 12 }

/** Days are texts such as 2026-03-01, which compare as they should. */
export type Day = string

/** A payment beside the regular ones, or one of installments. */
export interface ExtraPayment {
  nr: number
  amount: number
  due_at: Day
  description: string
  add_time: string
}

export interface Subscription {
  id: number
  kind: 'recurring' | 'installment'
  cadence_type: Cadence | null
  cycles_count: number | null
  infinite: boolean
  start_date: Day
  end_date: Day | null
  /** No payment is due after it. */
  last_date: Day | null
  /** Which amount holds from which day, in order. */
  amounts: readonly { from: Day; amount: number }[]
  payments: readonly ExtraPayment[]
  is_active: boolean
}

export interface Payment {
  nr: number
  amount: number
  change_amount: number
  due_at: Day
  revenue_movement_type: 'new' | 'recurring' | 'expansion' | 'contraction' | 'none' | 'churn'
  payment_type: 'recurring' | 'additional' | 'installment'
  description: string
  add_time: string | null
}

/** Regular payments are numbered from 1, the others from here on. */
export const FIRST_EXTRA_NR = 5000
export const LAST_EXTRA_NR = 9999
export const MOST_CYCLES = 1000

/** All payments in the order they are due. What goes on without an end is shown for a year from today. */
export function paymentsOf(subscription: Subscription, today: Day): Payment[] {
  const extra = subscription.payments.map(
    (payment): Payment => ({
      ...payment,
      change_amount: 0,
      revenue_movement_type: 'none',
      payment_type: subscription.kind === 'recurring' ? 'additional' : 'installment',
    }),
  )
  return [...regularPayments(subscription, today), ...extra].sort((a, b) => compare(a.due_at, b.due_at) || a.nr - b.nr)
}

function regularPayments(subscription: Subscription, today: Day): Payment[] {
  const { amounts, end_date } = subscription
  const dates = regularDates(subscription, today)
  const sums = dates.map(date => amounts.findLast(({ from }) => from <= date)?.amount ?? 0)
  return dates.map((due_at, at) => {
    const amount = sums[at] ?? 0
    const before = sums[at - 1]
    const isLast = end_date !== null && at === dates.length - 1
    return {
      nr: at + 1,
      amount,
      change_amount: exact(amount - (before ?? 0)),
      due_at,
      revenue_movement_type: movement(amount, before, isLast),
      payment_type: 'recurring',
      description: '',
      add_time: null,
    }
  })
}

function movement(amount: number, before: number | undefined, isLast: boolean): Payment['revenue_movement_type'] {
  if (before === undefined) return 'new'
  if (isLast) return 'churn'
  if (amount === before) return 'recurring'
  return amount > before ? 'expansion' : 'contraction'
}

/** The days on which regular payments are due. */
export function regularDates(subscription: Subscription, today: Day): Day[] {
  const { cadence_type, cycles_count, start_date, last_date } = subscription
  if (cadence_type === null) return []
  const until = addMonths(today > start_date ? today : start_date, 12)
  const dates: Day[] = []
  for (let cycle = 0; cycle < (cycles_count ?? FIRST_EXTRA_NR - 1); cycle++) {
    const date = dueDate(start_date, cadence_type, cycle)
    if (cycles_count === null && date >= until) break
    if (last_date !== null && date > last_date) break
    dates.push(date)
  }
  return dates
}

/** The day of a payment, counted from the start, so that the 31st comes back after a short month. */
function dueDate(start: Day, cadence: Cadence, cycle: number): Day {
  return cadence === 'weekly' ? addDays(start, 7 * cycle) : addMonths(start, MONTHS[cadence] * cycle)
}

/** The day after the last period that is paid for. */
export function endOf(start: Day, cadence: Cadence, cycles: number | null): Day | null {
  return cycles === null ? null : dueDate(start, cadence, cycles)
}

/** What cancelling leaves: payments up to the day, and the end of the period the last of them pays for. */
export function cancelled(subscription: Subscription, last: Day): { last_date: Day; end_date: Day | null } {
  // A year from the day after it has the payment that would follow, also where they are a year apart.
  const dates = regularDates(subscription, addDays(last, 1))
  return { last_date: last, end_date: dates.find(date => date > last) ?? subscription.end_date }
}

/** A new amount from a day on; what was due before keeps its amount. */
export function withAmount(subscription: Subscription, from: Day, amount: number | undefined): Subscription['amounts'] {
  if (amount === undefined) return subscription.amounts
  const day = from < subscription.start_date ? subscription.start_date : from
  return [...subscription.amounts.filter(entry => entry.from < day), { from: day, amount }]
}

export interface PaymentInput {
  amount: number
  description: string
  due_at: Day
}

/** New payments beside the regular ones, with numbers that were never used. */
export function numbered(payments: readonly PaymentInput[], next: number, now: Date): ExtraPayment[] {
  if (next + payments.length - 1 > LAST_EXTRA_NR)
    throw failure('invalid', 'payments are more than a subscription can have', { field: 'payments' })
  return payments.map(({ amount, description, due_at }, at) => {
    return { nr: next + at, amount, due_at, description, add_time: now.toISOString() }
  })
}

/** Sums of decimal amounts come out as one would write them. */
export function totalOf(amounts: readonly number[]): number {
  return exact(amounts.reduce((sum, amount) => sum + amount, 0))
}

function exact(amount: number): number {
  return Number(amount.toFixed(6))
}

function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return dayOf(date)
}

function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth))))
}

export function dayOf(time: Date): Day {
  return time.toISOString().slice(0, 10)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
