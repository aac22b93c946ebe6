import { Id, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { CurrencyCode, LIMITS } from '../../../base/limits/atRest.ts'
import { CountedDay } from '../../../base/records/time.ts'
import { requireDeal } from '../../deals/store.ts'
import { CADENCES, MOST_CYCLES } from '../rules.ts'
import { findSubscription } from '../store.ts'
import {
  cancelRecurring,
  createInstallments,
  createRecurring,
  removeSubscription,
  updateInstallments,
  updateRecurring,
} from '../write.ts'
import { Payment, Subscription, shownPayments, shownSubscription } from './shape.ts'

/** Subscriptions of a deal, as older callers know them: recurring ones and those of installments. */

const params = { id: Id }
const READ = ['deals:read', 'deals:full']
const WRITE = ['deals:full']

const Amount = Type.Number({ exclusiveMinimum: 0, maximum: 1e12 })
const Payments = Type.Array(
  Type.Object({ amount: Amount, description: Type.String({ maxLength: 2000 }), due_at: CountedDay }),
  { maxItems: LIMITS.subscriptionPayments },
)
const InstallmentPayments = Type.Array(Payments.items, { minItems: 1, maxItems: LIMITS.subscriptionPayments })

const getSubscription = v1({
  route: 'GET /subscriptions/{id}',
  summary: 'Get details of a subscription',
  scopes: READ,
  params,
  reply: Subscription,
  cost: 2,
  run: ({ params }, crm) => oneSubscription(crm, params.id),
})

const findSubscriptionByDeal = v1({
  route: 'GET /subscriptions/find/{dealId}',
  summary: 'Find the subscription of a deal',
  scopes: READ,
  params: { dealId: Id },
  reply: Subscription,
  cost: 2,
  async run({ params }, crm) {
    await requireDeal(crm, params.dealId)
    return shownSubscription(await findSubscription(crm, { dealId: params.dealId }), crm.now)
  },
})

const getSubscriptionPayments = v1({
  route: 'GET /subscriptions/{id}/payments',
  summary: 'Get all payments of a subscription; of one without an end, those of the coming year',
  scopes: READ,
  params,
  reply: Type.Array(Payment),
  cost: 20,
  async run({ params }, crm) {
    const subscription = await findSubscription(crm, { id: params.id })
    return shownPayments(subscription, crm.now)
  },
})

const addRecurringSubscription = v1({
  route: 'POST /subscriptions/recurring',
  summary: 'Add a recurring subscription to a deal',
  scopes: WRITE,
  body: {
    deal_id: Id,
    currency: CurrencyCode,
    cadence_type: oneOf(CADENCES),
    cycle_amount: Amount,
    start_date: CountedDay,
    description: optional(Type.String({ maxLength: 65_535 })),
    cycles_count: optional(Type.Integer({ minimum: 1, maximum: MOST_CYCLES })),
    infinite: optional(Type.Boolean()),
    payments: optional(Payments),
    update_deal_value: optional(Type.Boolean()),
  },
  reply: Subscription,
  cost: 10,
  run: async ({ body }, crm) => oneSubscription(crm, await createRecurring(crm, body)),
})

const updateRecurringSubscription = v1({
  route: 'PUT /subscriptions/recurring/{id}',
  summary: 'Change what a recurring subscription takes from a day on',
  scopes: WRITE,
  params,
  body: {
    effective_date: CountedDay,
    description: optional(Type.String({ maxLength: 65_535 })),
    cycle_amount: optional(Amount),
    payments: optional(Payments),
    update_deal_value: optional(Type.Boolean()),
  },
  reply: Subscription,
  cost: 10,
  async run({ params, body }, crm) {
    await updateRecurring(crm, params.id, body)
    return oneSubscription(crm, params.id)
  },
})

const cancelRecurringSubscription = v1({
  route: 'PUT /subscriptions/recurring/{id}/cancel',
  summary: 'Cancel a recurring subscription; nothing is due after the day, which is today unless told',
  scopes: WRITE,
  params,
  body: { end_date: optional(CountedDay) },
  reply: Subscription,
  cost: 10,
  async run({ params, body }, crm) {
    await cancelRecurring(crm, params.id, body.end_date)
    return oneSubscription(crm, params.id)
  },
})

const addSubscriptionInstallment = v1({
  route: 'POST /subscriptions/installment',
  summary: 'Add a subscription of installments to a deal',
  scopes: WRITE,
  body: {
    deal_id: Id,
    currency: CurrencyCode,
    payments: InstallmentPayments,
    update_deal_value: optional(Type.Boolean()),
  },
  reply: Subscription,
  cost: 10,
  run: async ({ body }, crm) => oneSubscription(crm, await createInstallments(crm, body)),
})

const updateSubscriptionInstallment = v1({
  route: 'PUT /subscriptions/installment/{id}',
  summary: 'Put other payments in place of the installments',
  scopes: WRITE,
  params,
  body: { payments: InstallmentPayments, update_deal_value: optional(Type.Boolean()) },
  reply: Subscription,
  cost: 10,
  async run({ params, body }, crm) {
    await updateInstallments(crm, params.id, body)
    return oneSubscription(crm, params.id)
  },
})

const deleteSubscription = v1({
  route: 'DELETE /subscriptions/{id}',
  summary: 'Delete a subscription',
  scopes: WRITE,
  params,
  reply: Subscription,
  cost: 6,
  run: async ({ params }, crm) => shownSubscription(await removeSubscription(crm, params.id), crm.now),
})

async function oneSubscription(crm: Crm, id: number): Promise<Static<typeof Subscription>> {
  return shownSubscription(await findSubscription(crm, { id }), crm.now)
}

export const subscriptions = [
  getSubscription,
  findSubscriptionByDeal,
  getSubscriptionPayments,
  addRecurringSubscription,
  updateRecurringSubscription,
  cancelRecurringSubscription,
  addSubscriptionInstallment,
  updateSubscriptionInstallment,
  deleteSubscription,
]
