import { named, nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { timeV1 } from '../../../base/records/time.ts'
import { dayOf, paymentsOf, totalOf } from '../rules.ts'
import type { SubscriptionRow } from '../store.ts'

export const Subscription = named(
  'Subscription',
  Type.Object({
    id: Type.Integer(),
    user_id: Type.Integer(),
    deal_id: Type.Integer(),
    description: Type.String(),
    is_active: Type.Boolean(),
    cycles_count: nullable(Type.Integer()),
    cycle_amount: nullable(Type.Number()),
    infinite: Type.Boolean(),
    currency: Type.String(),
    cadence_type: nullable(Type.String()),
    start_date: Type.String(),
    end_date: nullable(Type.String()),
    lifetime_value: Type.Number(),
    final_status: nullable(Type.String()),
    add_time: Type.String(),
    update_time: Type.String(),
  }),
)

export const Payment = named(
  'SubscriptionPayment',
  Type.Object({
    id: Type.Integer(),
    subscription_id: Type.Integer(),
    deal_id: Type.Integer(),
    is_active: Type.Boolean(),
    amount: Type.Number(),
    currency: Type.String(),
    change_amount: Type.Number(),
    due_at: Type.String(),
    revenue_movement_type: oneOf(['new', 'recurring', 'expansion', 'contraction', 'none', 'churn']),
    payment_type: oneOf(['recurring', 'additional', 'installment']),
    description: Type.String(),
    add_time: Type.String(),
    update_time: Type.String(),
  }),
)

export function shownSubscription(subscription: SubscriptionRow, now: Date): Static<typeof Subscription> {
  const { kind, payments, cycles_count } = subscription
  return {
    id: subscription.id,
    user_id: subscription.user_id,
    deal_id: subscription.deal_id,
    description: subscription.description,
    is_active: subscription.is_active,
    cycles_count: kind === 'installment' ? payments.length : cycles_count,
    cycle_amount: subscription.amounts.at(-1)?.amount ?? null,
    infinite: subscription.infinite,
    currency: subscription.currency,
    cadence_type: subscription.cadence_type,
    start_date: subscription.start_date,
    end_date: subscription.end_date,
    lifetime_value: totalOf(paymentsOf(subscription, dayOf(now)).map(payment => payment.amount)),
    final_status: subscription.final_status,
    add_time: timeV1(subscription.add_time),
    update_time: timeV1(subscription.update_time),
  }
}

export function shownPayments(subscription: SubscriptionRow, now: Date): Static<typeof Payment>[] {
  return paymentsOf(subscription, dayOf(now)).map(({ nr, add_time, ...payment }) => ({
    id: subscription.id * 10_000 + nr,
    subscription_id: subscription.id,
    deal_id: subscription.deal_id,
    is_active: subscription.is_active,
    currency: subscription.currency,
    ...payment,
    add_time: timeV1(add_time === null ? subscription.add_time : new Date(add_time)),
    update_time: timeV1(subscription.update_time),
  }))
}
