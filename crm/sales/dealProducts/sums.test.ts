import fc from 'fast-check'
import { DealInstallmentsApi, DealProductsApi, DealsApi } from 'pipedrive/v2'
import { describe, expect, test } from 'vitest'
import { aDeal, aDealInEuros, aLine, aProduct } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const lines = new DealProductsApi(crm.owner.v2)
const deals = new DealsApi(crm.owner.v2)
const installments = new DealInstallmentsApi(crm.owner.v2)

async function refused(method: string, path: string, body?: object) {
  const reply = await crm.owner.call(method, path, body)
  return { status: reply.status, field: reply.body.field }
}

const dealOf = async (id: number) => (await deals.getDeal({ id })).data

describe('sums', () => {
  test.each([
    { item_price: 0.1, quantity: 3, sum: 0.3 },
    { item_price: 1.005, quantity: 1, sum: 1.01 },
    { item_price: 33.33, quantity: 3, discount: 33.3, sum: 66.69 },
    { item_price: 99.99, quantity: 1, discount: 0.99, discount_type: 'amount', sum: 99 },
    { item_price: 100, quantity: 2, tax: 20, tax_method: 'inclusive', sum: 200 },
    { item_price: 100, quantity: 2, tax: 20, tax_method: 'none', sum: 200 },
    { item_price: 100, quantity: 2, tax: 20, tax_method: 'exclusive', discount: 50, discount_type: 'amount', sum: 180 },
    { item_price: 9007199254.74, quantity: 3, tax: 19, tax_method: 'exclusive', sum: 32155701339.42 },
  ])('are exact to the cent: $item_price x $quantity gives $sum', async ({ sum, ...line }) => {
    const { id } = await aDealInEuros(crm.owner)

    await aLine(crm.owner, id, line)

    expect((await lines.getDealProducts({ id })).data?.[0]?.sum).toBe(sum)
    expect((await dealOf(id))?.value).toBe(sum)
  })

  test('are exact for any price, quantity, discount and tax', async () => {
    const decimal = (most: number) => fc.integer({ min: 0, max: most })
    const cases = fc.sample(
      fc.record({
        price: decimal(10 ** 9),
        quantity: decimal(10 ** 6),
        discount: decimal(10_000),
        tax: decimal(10_000),
        exclusive: fc.boolean(),
      }),
      { numRuns: 1_000, seed: 7 },
    )
    // Just below half a cent: 0.0049999999
    cases.push({ price: 49_999_999, quantity: 1, discount: 9999, tax: 0, exclusive: false })

    const sums = await crm.sql`
      select crm.line_sum((c ->> 'price')::numeric * 0.0001, (c ->> 'quantity')::numeric * 0.01, (c ->> 'discount')::numeric * 0.01,
        'percentage', (c ->> 'tax')::numeric * 0.01, case when (c ->> 'exclusive')::boolean then 'exclusive' else 'none' end, 2)::text as sum
      from json_array_elements(${JSON.stringify(cases)}::text::json) with ordinality as t (c, n) order by n`

    expect(sums.map(row => Number(row.sum))).toEqual(cases.map(exactCents).map(cents => Number(cents) / 100))
  })

  test('are whole where the currency has no cents', async () => {
    const { id } = await aDeal(crm.owner, { currency: 'JPY' })

    await aLine(crm.owner, id, { item_price: 10.4, quantity: 1 })

    expect((await dealOf(id))?.value).toBe(10)
  })

  test('are whole there after a discount too, and so is what recurs', async () => {
    const { id } = await aDeal(crm.owner, { currency: 'JPY' })
    const { id: dinars } = await aDeal(crm.owner, { currency: 'BHD' })
    for (const deal of [id, dinars]) {
      await aLine(crm.owner, deal, { item_price: 1001, quantity: 1 })
      await aLine(crm.owner, deal, {
        item_price: 7,
        quantity: 1,
        billing_frequency: 'monthly',
        billing_frequency_cycles: 3,
      })
      const discount = { description: 'early bird', amount: 33.33, type: 'percentage' }
      await crm.owner.call('POST', `/v2/deals/${deal}/discounts`, discount)
    }

    // 1001 less 333.6333 and 7 a month: 674.3667 in a currency of any precision.
    expect(await dealOf(id)).toMatchObject({ value: 674, arr: 84, mrr: 7, acv: 21 })
    expect(await dealOf(dinars)).toMatchObject({ value: 674.367 })
    const [weekly, rounded] = [
      (await aDeal(crm.owner, { currency: 'JPY' })).id,
      (await aDeal(crm.owner, { currency: 'JPY' })).id,
    ]
    await aLine(crm.owner, weekly, {
      item_price: 1,
      quantity: 1,
      billing_frequency: 'weekly',
      billing_frequency_cycles: 5,
    })
    await aLine(crm.owner, rounded, { item_price: 10.6, quantity: 1, discount: 50, discount_type: 'percentage' })
    // A year of 52 weeks by twelve is 4.33.
    expect(await dealOf(weekly)).toMatchObject({ arr: 52, mrr: 4 })
    expect((await crm.owner.call('GET', `/v2/deals/${rounded}/products`)).body.data).toMatchObject([{ sum: 5 }])
  })

  test('are taxed alike on one deal: what the last line says holds for all', async () => {
    const { id } = await aDealInEuros(crm.owner)
    await aLine(crm.owner, id, { item_price: 100, tax: 10, tax_method: 'exclusive' })
    const { id: second } = await aLine(crm.owner, id, { item_price: 100, tax: 10 })
    expect((await dealOf(id))?.value).toBe(220)

    await lines.updateDealProduct({
      id,
      product_attachment_id: second,
      UpdateDealProductRequest: { tax_method: 'none' },
    })

    expect((await lines.getDealProducts({ id })).data).toMatchObject([{ tax_method: 'none' }, { tax_method: 'none' }])
    expect((await dealOf(id))?.value).toBe(200)
  })
})

/** The sum of a line in cents, in whole numbers only; price in 1/10000, quantity, discount and tax in 1/100. */
function exactCents(line: {
  price: number
  quantity: number
  discount: number
  tax: number
  exclusive: boolean
}): bigint {
  const taxed = line.exclusive ? 10_000 + line.tax : 10_000
  const sum = BigInt(line.price) * BigInt(line.quantity) * BigInt(10_000 - line.discount) * BigInt(taxed)
  const cent = 10n ** 12n
  return (sum * 2n + cent) / (cent * 2n)
}

describe('recurring products', () => {
  test('give a deal its revenue of a year, a month, and by contract', async () => {
    const { id } = await aDealInEuros(crm.owner)
    await aLine(crm.owner, id, { item_price: 1000 })
    expect(await dealOf(id)).toMatchObject({ value: 1000, arr: null, mrr: null, acv: null })

    await aLine(crm.owner, id, { item_price: 10, billing_frequency: 'monthly', billing_start_date: '2026-12-01' })
    await aLine(crm.owner, id, { item_price: 30, billing_frequency: 'quarterly', billing_frequency_cycles: 2 })
    await aLine(crm.owner, id, { item_price: 1, billing_frequency: 'weekly', billing_frequency_cycles: 208 })

    // a year: 12 x 10 + 4 x 30 + 52 x 1; by contract: 12 x 10 + 2 x 30 + 52 x 1
    expect(await dealOf(id)).toMatchObject({ value: 1041, arr: 292, mrr: 24.33, acv: 232 })
    expect((await crm.owner.call('GET', `/v1/deals/${id}`)).body.data).toMatchObject({
      arr: 292,
      arr_currency: 'EUR',
      mrr_currency: 'EUR',
      acv_currency: 'EUR',
      products_count: 4,
    })
  })

  test('400 when the cycles do not fit, the start is too far, or there are more than twenty', async () => {
    const { id } = await aDealInEuros(crm.owner)
    const { id: product_id } = await aProduct(crm.owner)
    const add = (body: object) =>
      refused('POST', `/v2/deals/${id}/products`, { product_id, item_price: 1, quantity: 1, ...body })
    const cycles = { status: 400, field: 'billing_frequency_cycles' }

    expect(await add({ billing_frequency_cycles: 2 })).toEqual(cycles)
    expect(await add({ billing_frequency: 'weekly' })).toEqual(cycles)
    expect(await add({ billing_frequency: 'weekly', billing_frequency_cycles: 0 })).toEqual(cycles)
    const start = { status: 400, field: 'billing_start_date' }
    expect(await add({ billing_start_date: '2015-01-01' })).toEqual(start)
    expect(await add({ billing_start_date: '2026-02-30' })).toEqual(start)
    const monthly = { product_id, item_price: 1, quantity: 1, billing_frequency: 'monthly' }
    const data = Array.from({ length: 20 }, () => monthly)
    expect((await crm.owner.call('POST', `/v2/deals/${id}/products/bulk`, { data })).status).toBe(201)
    expect(await add({ billing_frequency: 'monthly' })).toEqual({ status: 400, field: 'billing_frequency' })
    expect((await lines.getDealProducts({ id })).data).toHaveLength(20)
  })
})

describe('additional discounts', () => {
  test('come off what is billed once, percentages of the same sum, and never below nothing', async () => {
    const { id } = await aDealInEuros(crm.owner)
    await aLine(crm.owner, id, { item_price: 200 })
    await aLine(crm.owner, id, { item_price: 50, billing_frequency: 'monthly' })

    const percent = await deals.postAdditionalDiscount({
      id,
      AddAdditionalDiscountRequestBody: { description: 'early bird', amount: 10, type: 'percentage' },
    })
    const amount = await deals.postAdditionalDiscount({
      id,
      AddAdditionalDiscountRequestBody: { description: 'friend', amount: 0.01, type: 'amount' },
    })

    expect(percent.data).toMatchObject({ deal_id: id, type: 'percentage', amount: 10, created_by: crm.owner.userId })
    expect((await dealOf(id))?.value).toBe(229.99)
    expect((await deals.getAdditionalDiscounts({ id })).data).toEqual([percent.data, amount.data])
    const changed = await deals.updateAdditionalDiscount({
      id,
      discount_id: amount.data?.id ?? '',
      UpdateAdditionalDiscountRequestBody: { amount: 1000 },
    })
    expect(changed.data).toMatchObject({ amount: 1000, description: 'friend' })
    expect((await dealOf(id))?.value).toBe(50)
    const gone = await deals.deleteAdditionalDiscount({ id, discount_id: amount.data?.id ?? '' })
    expect(gone.data).toEqual({ id: amount.data?.id })
    expect((await dealOf(id))?.value).toBe(230)
  })

  test('400 for nothing, less than nothing, or more than all; 404 for one of another deal', async () => {
    const { id } = await aDealInEuros(crm.owner)
    const add = (amount: number, type = 'percentage') =>
      refused('POST', `/v2/deals/${id}/discounts`, { description: 'x', amount, type })

    for (const amount of [0, -1, 101]) expect(await add(amount)).toEqual({ status: 400, field: 'amount' })
    expect(await add(1, 'half')).toEqual({ status: 400, field: 'type' })
    const made = await crm.owner.call('POST', `/v2/deals/${id}/discounts`, {
      description: 'x',
      amount: 101,
      type: 'amount',
    })
    const path = `discounts/${made.body.data.id}`
    expect(await refused('PATCH', `/v2/deals/${id}/${path}`, { type: 'percentage' })).toEqual({
      status: 400,
      field: 'amount',
    })
    expect((await deals.getAdditionalDiscounts({ id })).data).toMatchObject([{ type: 'amount' }])
    expect((await crm.owner.call('DELETE', `/v2/deals/${(await aDealInEuros(crm.owner)).id}/${path}`)).status).toBe(404)
    expect((await crm.owner.call('DELETE', `/v2/deals/${id}/discounts/7`)).status).toBe(400)
  })
})

describe('installments', () => {
  test('are added, listed over deals by day, changed and removed', async () => {
    const [id, other] = [(await aDealInEuros(crm.owner)).id, (await aDealInEuros(crm.owner)).id]
    for (const deal of [id, other]) await aLine(crm.owner, deal)
    const add = (deal: number, billing_date: string, amount: number) =>
      installments.postInstallment({
        id: deal,
        AddInstallmentRequestBody: { description: 'part', amount, billing_date },
      })

    const later = await add(id, '2027-02-01', 60.5)
    const first = await add(other, '2027-01-01', 40)

    expect(later.data).toEqual({
      id: later.data?.id,
      deal_id: id,
      amount: 60.5,
      billing_date: '2027-02-01',
      description: 'part',
    })
    const listed = await installments.getInstallments({ deal_ids: [id, other], sort_by: 'billing_date' })
    expect(listed.data).toEqual([first.data, later.data])
    const installment_id = later.data?.id ?? 0
    await installments.updateInstallment({ id, installment_id, UpdateInstallmentRequestBody: { amount: 61 } })
    expect((await installments.getInstallments({ deal_ids: [id] })).data).toMatchObject([{ amount: 61 }])
    expect((await installments.deleteInstallment({ id, installment_id })).data).toEqual({ id: installment_id })
    expect((await installments.getInstallments({ deal_ids: [id] })).data).toEqual([])
  })

  test('400 without a one-time product or beside a recurring one, and the other way round', async () => {
    const { id } = await aDealInEuros(crm.owner)
    const part = { description: 'part', amount: 1, billing_date: '2027-01-01' }
    const add = () => refused('POST', `/v2/deals/${id}/installments`, part)
    expect((await add()).status).toBe(400)
    const { id: monthly } = await aLine(crm.owner, id, { billing_frequency: 'monthly' })
    const { id: once } = await aLine(crm.owner, id)
    expect((await add()).status).toBe(400)
    const path = `/v2/deals/${id}/products`
    await crm.owner.call('PATCH', `${path}/${monthly}`, { is_enabled: false })
    expect((await add()).status).toBe(200)

    const frequency = { status: 400, field: 'billing_frequency' }
    expect(await refused('PATCH', `${path}/${monthly}`, { is_enabled: true })).toEqual(frequency)
    expect(await refused('PATCH', `${path}/${once}`, { billing_frequency: 'annually' })).toEqual(frequency)
    const enabled = { status: 400, field: 'is_enabled' }
    expect(await refused('PATCH', `${path}/${once}`, { is_enabled: false })).toEqual(enabled)
    expect(await refused('DELETE', `${path}/${once}`)).toEqual(enabled)
    expect((await lines.getDealProducts({ id })).data).toHaveLength(2)
  })
})

test('a merge taxes all products of the survivor the way it does', async () => {
  const add = async (path: string, body: object) => (await crm.owner.call('POST', `/v2/${path}`, body)).body.data.id
  const product_id = await add('products', { name: 'P', prices: [{ price: 100, currency: 'USD' }] })
  const [from, into] = [await add('deals', { title: 'From' }), await add('deals', { title: 'Into' })]
  const line = { product_id, item_price: 100, quantity: 1, tax: 10 }
  await add(`deals/${from}/products`, { ...line, tax_method: 'inclusive' })
  await add(`deals/${into}/products`, { ...line, tax_method: 'exclusive' })

  await crm.owner.call('PUT', `/v1/deals/${from}/merge`, { merge_with_id: into })

  const lines = (await crm.owner.call('GET', `/v2/deals/${into}/products`)).body.data
  expect(lines).toMatchObject([{ tax_method: 'exclusive' }, { tax_method: 'exclusive' }])
  expect((await crm.owner.call('GET', `/v2/deals/${into}`)).body.data.value).toBe(220)
})
