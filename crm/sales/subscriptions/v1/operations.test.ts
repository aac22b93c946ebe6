import { SubscriptionsApi } from 'pipedrive-classic/v1'
import { beforeAll, describe, expect, test } from 'vitest'
import { aDeal } from '../../../testing/builders.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let subscriptions: SubscriptionsApi

beforeAll(async () => {
  subscriptions = new SubscriptionsApi(crm.owner.classic)
})

async function aRecurring(values: object = {}): Promise<number> {
  const made = await crm.owner.call('POST', '/v1/subscriptions/recurring', {
    deal_id: (await aDeal(crm.owner, { value: 5 })).id,
    currency: 'EUR',
    cadence_type: 'monthly',
    cycle_amount: 100,
    start_date: '2026-01-31',
    cycles_count: 3,
    ...values,
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body.data.id
}

const dealOf = async (id: number) => (await crm.owner.call('GET', `/v2/deals/${id}`)).body.data

describe('a recurring subscription', () => {
  test('is found by its deal, has its payments, and sets the value of the deal by the month', async () => {
    const { id: deal_id } = await aDeal(crm.owner, { value: 5 })

    const made = await subscriptions.addRecurringSubscription({
      AddRecurringSubscriptionRequest: {
        deal_id,
        currency: 'EUR',
        cadence_type: 'quarterly',
        cycle_amount: 100,
        start_date: '2026-01-31',
        cycles_count: 2,
        description: 'support',
        payments: [{ amount: 50.5, description: 'setup', due_at: '2026-02-01' }],
        update_deal_value: true,
      },
    })

    const id = made.data.id ?? 0
    expect((await subscriptions.findSubscriptionByDeal({ dealId: deal_id })).data).toEqual(made.data)
    expect((await subscriptions.getSubscription({ id })).data).toMatchObject({
      deal_id,
      user_id: crm.owner.userId,
      description: 'support',
      is_active: true,
      cycles_count: 2,
      cycle_amount: 100,
      infinite: false,
      cadence_type: 'quarterly',
      start_date: '2026-01-31',
      end_date: '2026-07-31',
      lifetime_value: 250.5,
      final_status: null,
    })
    const payments = await subscriptions.getSubscriptionPayments({ id })
    expect(payments.data).toMatchObject([
      {
        subscription_id: id,
        amount: 100,
        due_at: '2026-01-31',
        payment_type: 'recurring',
        revenue_movement_type: 'new',
      },
      { amount: 50.5, description: 'setup', payment_type: 'additional', revenue_movement_type: 'none' },
      { amount: 100, due_at: '2026-04-30', revenue_movement_type: 'churn' },
    ])
    expect(new Set(payments.data.map(payment => payment.id)).size).toBe(3)
    expect(await dealOf(deal_id)).toMatchObject({ value: 33.33, currency: 'EUR' })
  })

  test('takes another amount and other payments from a day on', async () => {
    const id = await aRecurring({
      payments: [
        { amount: 1, description: 'before', due_at: '2026-02-01' },
        { amount: 2, description: 'after', due_at: '2026-03-20' },
      ],
    })

    await subscriptions.updateRecurringSubscription({
      id,
      UpdateRecurringSubscriptionRequest: {
        effective_date: '2026-03-01',
        cycle_amount: 130,
        payments: [{ amount: 3, description: 'new', due_at: '2026-03-21' }],
      },
    })

    const { data } = await subscriptions.getSubscriptionPayments({ id })
    expect(data.map(payment => [payment.due_at, payment.amount])).toEqual([
      ['2026-01-31', 100],
      ['2026-02-01', 1],
      ['2026-02-28', 100],
      ['2026-03-21', 3],
      ['2026-03-31', 130],
    ])
    const early = { effective_date: '2026-03-01', payments: [{ amount: 3, description: 'x', due_at: '2026-02-01' }] }
    const refused = await crm.owner.call('PUT', `/v1/subscriptions/recurring/${id}`, early)
    expect(refused.body).toMatchObject({ errorCode: 400, field: 'payments.0.due_at' })
    const log = await crm.sql`select action, before from crm.change
      where entity = 'subscription' and entity_id = ${String(id)} order by seq`
    expect(log).toMatchObject([{ action: 'added' }, { action: 'updated', before: { amounts: [{ amount: 100 }] } }])
  })

  test('without an end is cancelled at the payment to come, once', async () => {
    const id = await aRecurring({ cycles_count: undefined, infinite: true, start_date: '2026-01-05' })
    expect((await subscriptions.getSubscription({ id })).data.end_date).toBeNull()

    const ended = await subscriptions.cancelRecurringSubscription({
      id,
      CancelRecurringSubscriptionRequest: { end_date: '2026-03-10' },
    })

    expect(ended.data).toMatchObject({
      is_active: false,
      end_date: '2026-04-05',
      final_status: 'canceled',
      lifetime_value: 300,
    })
    expect((await subscriptions.getSubscriptionPayments({ id })).data).toHaveLength(3)
    expect((await crm.owner.call('PUT', `/v1/subscriptions/recurring/${id}/cancel`, {})).status).toBe(409)
  })

  test('is cancelled today when no day is named, with no body at all', async () => {
    const id = await aRecurring({ cycles_count: undefined, infinite: true, start_date: '2026-01-05' })

    const ended = await crm.owner.call('PUT', `/v1/subscriptions/recurring/${id}/cancel`)

    expect(ended.status).toBe(200)
    expect(ended.body.data.end_date > new Date().toISOString().slice(0, 10)).toBe(true)
  })
})

describe('a subscription of installments', () => {
  test('adds up its payments, takes others, sets the value of the deal and frees it when deleted', async () => {
    const { id: deal_id } = await aDeal(crm.owner, { value: 5 })
    const pay = (amount: number, due_at: string) => ({ amount, due_at, description: 'part' })

    const made = await subscriptions.addSubscriptionInstallment({
      AddSubscriptionInstallmentRequest: {
        deal_id,
        currency: 'USD',
        payments: [pay(0.2, '2026-05-01'), pay(0.1, '2026-04-01')],
        update_deal_value: true,
      },
    })

    const id = made.data.id ?? 0
    expect(made.data).toMatchObject({ start_date: '2026-04-01', end_date: '2026-05-01', lifetime_value: 0.3 })
    expect((await dealOf(deal_id)).value).toBe(0.3)
    expect((await subscriptions.getSubscriptionPayments({ id })).data).toMatchObject([
      { amount: 0.1, payment_type: 'installment' },
      { amount: 0.2, payment_type: 'installment' },
    ])
    await subscriptions.updateSubscriptionInstallment({
      id,
      UpdateSubscriptionInstallmentRequest: { payments: [pay(70, '2026-06-01')], update_deal_value: true },
    })
    expect((await subscriptions.getSubscription({ id })).data.lifetime_value).toBe(70)
    expect((await dealOf(deal_id)).value).toBe(70)

    const again = { deal_id, currency: 'USD', payments: [pay(1, '2026-06-01')] }
    expect((await crm.owner.call('POST', '/v1/subscriptions/installment', again)).status).toBe(409)
    expect((await subscriptions.deleteSubscription({ id })).data).toMatchObject({ id, is_active: false })
    expect((await crm.owner.call('GET', `/v1/subscriptions/${id}`)).status).toBe(404)
    expect((await crm.owner.call('GET', `/v1/subscriptions/find/${deal_id}`)).status).toBe(404)
    expect((await crm.owner.call('POST', '/v1/subscriptions/installment', again)).status).toBe(200)
  })
})

test('a merge hands a subscription on to a deal that has none, and leaves the one that is there', async () => {
  const [bare, taken] = [(await aDeal(crm.owner, { value: 5 })).id, (await aDeal(crm.owner, { value: 5 })).id]
  const moving = await aRecurring()
  const staying = await aRecurring({ deal_id: taken })
  const { deal_id: from } = (await subscriptions.getSubscription({ id: moving })).data
  const merge = (id: number | undefined, into: number) =>
    crm.owner.call('PUT', `/v1/deals/${id}/merge`, { merge_with_id: into })

  expect((await merge(from, bare)).status).toBe(200)
  expect((await subscriptions.findSubscriptionByDeal({ dealId: bare })).data.id).toBe(moving)
  expect((await merge(bare, taken)).status).toBe(200)
  expect((await subscriptions.findSubscriptionByDeal({ dealId: taken })).data.id).toBe(staying)
})

describe('refusals', () => {
  test('400 naming the field: both or neither of cycles and infinite, a currency or deal that is not there', async () => {
    const refuse = async (values: object) => {
      const body = {
        deal_id: (await aDeal(crm.owner, { value: 5 })).id,
        currency: 'EUR',
        cadence_type: 'monthly',
        cycle_amount: 1,
        start_date: '2026-01-01',
        cycles_count: 3,
        ...values,
      }
      const { status, body: reply } = await crm.owner.call('POST', '/v1/subscriptions/recurring', body)
      return [status, reply.field]
    }

    expect(await refuse({ infinite: true })).toEqual([400, 'cycles_count'])
    expect(await refuse({ cycles_count: undefined })).toEqual([400, 'cycles_count'])
    expect(await refuse({ currency: 'XXQ' })).toEqual([400, 'currency'])
    expect(await refuse({ deal_id: 999_999 })).toEqual([400, 'deal_id'])
    expect(await refuse({ cadence_type: 'daily' })).toEqual([400, 'cadence_type'])
    expect(await refuse({ start_date: '2026-02-30' })).toEqual([400, 'start_date'])
    expect(await refuse({ payments: [{ amount: 1 }] })).toEqual([400, 'payments.0.description'])
  })

  test('400 for the value of a deal that has products', async () => {
    const { id: deal_id } = await aDeal(crm.owner, { value: 5 })
    const product = (await crm.owner.call('POST', '/v2/products', { name: 'x' })).body.data.id
    await crm.owner.call('POST', `/v2/deals/${deal_id}/products`, { product_id: product, item_price: 9, quantity: 1 })

    const refused = await crm.owner.call('POST', '/v1/subscriptions/installment', {
      deal_id,
      currency: 'USD',
      payments: [{ amount: 1, description: 'x', due_at: '2026-01-01' }],
      update_deal_value: true,
    })

    expect(refused.body).toMatchObject({ errorCode: 400, field: 'update_deal_value' })
    expect((await crm.owner.call('GET', `/v1/subscriptions/find/${deal_id}`)).status).toBe(404)
  })

  test('404 for one of another kind, of a deal that is hidden or of another company', async () => {
    const { id: deal_id } = await aDeal(crm.owner, { value: 5, visible_to: 1 })
    const id = await aRecurring({ deal_id })
    const colleague = await crm.colleague(crm.owner)
    const stranger = await crm.company()

    const payments = [{ amount: 1, description: 'x', due_at: '2026-01-01' }]
    expect((await crm.owner.call('PUT', `/v1/subscriptions/installment/${id}`, { payments })).status).toBe(404)
    for (const user of [colleague, stranger]) {
      for (const path of [`${id}`, `${id}/payments`, `find/${deal_id}`])
        expect((await user.call('GET', `/v1/subscriptions/${path}`)).status).toBe(404)
      expect((await user.call('DELETE', `/v1/subscriptions/${id}`)).status).toBe(404)
    }
  })
})

test('400 for a day that payments cannot be counted from', async () => {
  const body = {
    deal_id: (await aDeal(crm.owner, { value: 5 })).id,
    currency: 'EUR',
    cadence_type: 'monthly',
    cycle_amount: 1,
    cycles_count: 2,
  }
  const refused = await crm.owner.call('POST', '/v1/subscriptions/recurring', { ...body, start_date: '9999-12-31' })

  expect(refused.body).toMatchObject({ errorCode: 400, field: 'start_date' })
})
