import { failure } from '@portico/kit/api/failure'
import { violates } from '@portico/kit/database/errors'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { insertRecord, updateRecord, type Values } from '../../base/changes/write.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { checkReferences } from '../../base/records/references.ts'
import { hasEnabledProducts } from '../dealProducts/valueStore.ts'
import { lockDeal } from '../deals/store.ts'
import {
  A_YEAR,
  type Cadence,
  cancelled,
  type Day,
  dayOf,
  endOf,
  FIRST_EXTRA_NR,
  numbered,
  type PaymentInput,
  totalOf,
  withAmount,
} from './rules.ts'
import { findSubscription, type SubscriptionRow } from './store.ts'

export interface NewRecurring {
  deal_id: number
  currency: string
  cadence_type: Cadence
  cycle_amount: number
  start_date: Day
  description?: string | undefined
  cycles_count?: number | undefined
  infinite?: boolean | undefined
  payments?: readonly PaymentInput[] | undefined
  update_deal_value?: boolean | undefined
}

export async function createRecurring(crm: Crm, input: NewRecurring): Promise<number> {
  const { cadence_type, cycle_amount, start_date, infinite = false, payments = [] } = input
  if (infinite === (input.cycles_count !== undefined))
    throw failure('invalid', 'Either cycles_count or infinite must be set', { field: 'cycles_count' })
  const cycles_count = input.cycles_count ?? null
  const id = await store(crm, input, {
    kind: 'recurring',
    description: input.description ?? '',
    infinite,
    cycles_count,
    cadence_type,
    start_date,
    end_date: endOf(start_date, cadence_type, cycles_count),
    amounts: [{ from: start_date, amount: cycle_amount }],
    payments: numbered(payments, FIRST_EXTRA_NR, crm.now),
    next_payment_nr: FIRST_EXTRA_NR + payments.length,
  })
  if (input.update_deal_value) await setMonthlyValue(crm, input.deal_id, input.currency, cadence_type, cycle_amount)
  return id
}

export interface NewInstallments {
  deal_id: number
  currency: string
  payments: readonly PaymentInput[]
  update_deal_value?: boolean | undefined
}

export async function createInstallments(crm: Crm, input: NewInstallments): Promise<number> {
  const { payments } = input
  const id = await store(crm, input, {
    kind: 'installment',
    ...span(payments),
    payments: numbered(payments, FIRST_EXTRA_NR, crm.now),
    next_payment_nr: FIRST_EXTRA_NR + payments.length,
  })
  if (input.update_deal_value) await setTotalValue(crm, input.deal_id, input.currency, payments)
  return id
}

/** A deal has one subscription at a time; the database decides who is first. */
async function store(crm: Crm, { deal_id, currency }: NewInstallments | NewRecurring, values: Values): Promise<number> {
  await requireOpenDeal(crm, deal_id)
  await checkReferences(crm, { currency })
  const { actor, now } = crm
  const row = { ...values, deal_id, currency, user_id: actor.userId, add_time: now, update_time: now }
  try {
    return (await insertRecord<{ id: number }>(crm, 'subscription', row)).id
  } catch (error) {
    if (violates(error, 'subscription_of_deal'))
      throw failure('conflict', 'The deal has a subscription already: update that one, or delete it first')
    throw error
  }
}

async function requireOpenDeal(crm: Crm, id: number) {
  const deal = await lockDeal(crm, id).catch(() => undefined)
  if (!deal || deal.is_deleted) throw doesNotExist('deal_id', id)
}

export interface RecurringChange {
  effective_date: Day
  description?: string | undefined
  cycle_amount?: number | undefined
  payments?: readonly PaymentInput[] | undefined
  update_deal_value?: boolean | undefined
}

/** Changes what is due from a day on: the amount, and the payments beside the regular ones. */
export async function updateRecurring(crm: Crm, id: number, input: RecurringChange): Promise<void> {
  const subscription = await lockActive(crm, id, 'recurring')
  const { effective_date, payments, description } = input
  const early = payments?.findIndex(payment => payment.due_at < effective_date) ?? -1
  if (early >= 0)
    throw failure('invalid', `payments.${early}.due_at lies before effective_date`, {
      field: `payments.${early}.due_at`,
    })
  const kept = subscription.payments.filter(payment => !payments || payment.due_at < effective_date)
  const added = numbered(payments ?? [], subscription.next_payment_nr, crm.now)
  const amounts = withAmount(subscription, effective_date, input.cycle_amount)
  await updateRecord(crm, 'subscription', id, {
    ...(description !== undefined && { description }),
    amounts: asJson(amounts),
    payments: asJson([...kept, ...added]),
    next_payment_nr: subscription.next_payment_nr + added.length,
  })
  const { deal_id, currency, cadence_type } = subscription
  if (input.update_deal_value && cadence_type)
    await setMonthlyValue(crm, deal_id, currency, cadence_type, amounts.at(-1)?.amount ?? 0)
}

/** Puts other payments in place of all installments. */
export async function updateInstallments(
  crm: Crm,
  id: number,
  { payments, update_deal_value }: { payments: readonly PaymentInput[]; update_deal_value?: boolean | undefined },
): Promise<void> {
  const { deal_id, currency, next_payment_nr } = await lockActive(crm, id, 'installment')
  await updateRecord(crm, 'subscription', id, {
    ...span(payments),
    payments: asJson(numbered(payments, next_payment_nr, crm.now)),
    next_payment_nr: next_payment_nr + payments.length,
  })
  if (update_deal_value) await setTotalValue(crm, deal_id, currency, payments)
}

/** Ends a recurring subscription: no payment is due after the day. */
export async function cancelRecurring(crm: Crm, id: number, last: Day | undefined): Promise<void> {
  const subscription = await lockActive(crm, id, 'recurring')
  const end = cancelled(subscription, last ?? dayOf(crm.now))
  const payments = subscription.payments.filter(payment => payment.due_at <= end.last_date)
  const values = { ...end, payments: asJson(payments), is_active: false, final_status: 'canceled' }
  await updateRecord(crm, 'subscription', id, values)
}

/** Deletes a subscription; its deal is free for another. */
export async function removeSubscription(crm: Crm, id: number): Promise<SubscriptionRow> {
  const subscription = await findSubscription(crm, { id }, 'lock')
  const ended = { is_active: false, final_status: 'deleted' }
  await updateRecord(crm, 'subscription', id, { ...ended, is_deleted: true }, { action: 'deleted' })
  return { ...subscription, ...ended, update_time: crm.now }
}

async function lockActive(crm: Crm, id: number, kind: SubscriptionRow['kind']): Promise<SubscriptionRow> {
  const subscription = await findSubscription(crm, { id }, 'lock')
  if (subscription.kind !== kind) throw failure('missing', `Subscription not found: ${id} is of another kind`)
  if (!subscription.is_active) throw failure('conflict', 'The subscription has been cancelled')
  return subscription
}

/** From the first to the last day on which something is due. */
function span(payments: readonly PaymentInput[]) {
  const days = payments.map(payment => payment.due_at).sort()
  return { start_date: days[0], end_date: days.at(-1) }
}

async function setMonthlyValue(crm: Crm, dealId: number, currency: string, cadence: Cadence, amount: number) {
  await setDealValue(crm, dealId, currency, sql`${String(amount)}::text::numeric * ${A_YEAR[cadence]}::int / 12`)
}

async function setTotalValue(crm: Crm, dealId: number, currency: string, payments: readonly PaymentInput[]) {
  const total = totalOf(payments.map(payment => payment.amount))
  await setDealValue(crm, dealId, currency, sql`${String(total)}::text::numeric`)
}

async function setDealValue(crm: Crm, dealId: number, currency: string, value: Fragment) {
  if (await hasEnabledProducts(crm, dealId))
    throw failure('invalid', 'update_deal_value cannot be set: the products of the deal decide its value', {
      field: 'update_deal_value',
    })
  const decimals = sql`coalesce((select decimal_points from crm.currency c
    where c.company_id = t.company_id and c.code = ${currency}), 2)`
  const rounded = sql`trim_scale(round(${value}, ${decimals}))`
  await updateRecord(crm, 'deal', dealId, { value: rounded, currency })
}

/** Lists of objects as a JSON column takes them in an update. */
function asJson(value: readonly object[]) {
  return sql`${JSON.stringify(value)}::text::jsonb`
}
