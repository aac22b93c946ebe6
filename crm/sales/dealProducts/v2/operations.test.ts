import fc from 'fast-check'
import { PersonsApi, ProductsApi as ProductsApiV1 } from 'pipedrive/v1'
import { DealInstallmentsApi, DealProductsApi, DealsApi } from 'pipedrive/v2'
import { DealsApi as DealsApiClassic } from 'pipedrive-classic/v1'
import { beforeAll, describe, expect, test } from 'vitest'
import { aDeal, aDealInEuros, aLine, aPerson, aProduct } from '../../../testing/builders.ts'
import { heldBack } from '../../../testing/heldBack.ts'
import { startTestCrm } from '../../../testing/startTestCrm.ts'

const crm = await startTestCrm()
let lines: DealProductsApi
let deals: DealsApi
let installments: DealInstallmentsApi
let classic: DealsApiClassic

beforeAll(async () => {
  lines = new DealProductsApi(crm.owner.v2)
  deals = new DealsApi(crm.owner.v2)
  installments = new DealInstallmentsApi(crm.owner.v2)
  classic = new DealsApiClassic(crm.owner.classic)
})

async function refused(method: string, path: string, body?: object) {
  const reply = await crm.owner.call(method, path, body)
  return { status: reply.status, field: reply.body.field }
}

const dealOf = async (id: number) => (await deals.getDeal({ id })).data

describe('a product on a deal', () => {
  test('is added, read, changed and taken off, and the value of the deal follows', async () => {
    const { id } = await aDealInEuros(crm.owner, { value: 7 })
    const { id: product_id } = await aProduct(crm.owner, { name: 'Chair', tax: 20 })

    const added = await lines.addDealProduct({
      id,
      AddDealProductRequest: { product_id, item_price: 19.99, quantity: 3, discount: 10, comments: 'in red' },
    })

    expect(added.data).toMatchObject({
      deal_id: id,
      product_id,
      name: 'Chair',
      sum: 53.97,
      tax: 20,
      tax_method: 'inclusive',
      currency: 'EUR',
      discount: 10,
      discount_type: 'percentage',
      order_nr: 1,
      comments: 'in red',
      is_enabled: true,
      product_variation_id: null,
      billing_frequency: 'one-time',
      billing_frequency_cycles: null,
      billing_start_date: null,
    })
    expect((await dealOf(id))?.value).toBe(53.97)

    const product_attachment_id = added.data?.id ?? 0
    await lines.updateDealProduct({
      id,
      product_attachment_id,
      UpdateDealProductRequest: { quantity: 2, discount: 5, discount_type: 'amount' },
    })
    const listed = await lines.getDealProducts({ id })
    expect(listed.data).toMatchObject([{ id: product_attachment_id, quantity: 2, sum: 34.98 }])
    expect((await dealOf(id))?.value).toBe(34.98)

    const gone = await lines.deleteDealProduct({ id, product_attachment_id })
    expect(gone.data).toEqual({ id: product_attachment_id })
    expect((await lines.getDealProducts({ id })).data).toEqual([])
    const log = await crm.sql`select action, before -> 'quantity' as quantity from crm.change
      where entity = 'deal_product' and entity_id = ${String(product_attachment_id)} order by seq`
    expect(log).toEqual([
      { action: 'added', quantity: null },
      { action: 'updated', quantity: 3 },
      { action: 'deleted', quantity: 2 },
    ])
  })

  test('that is switched off does not count, and the last one leaves the value to be written by hand', async () => {
    const { id } = await aDealInEuros(crm.owner)
    const { id: line } = await aLine(crm.owner, id, { item_price: 10 })
    await aLine(crm.owner, id, { item_price: 5, is_enabled: false })
    expect((await dealOf(id))?.value).toBe(10)

    await deals.updateDeal({ id, UpdateDealRequest: { value: 999, title: 'Sent back whole' } })
    expect(await dealOf(id)).toMatchObject({ value: 10, title: 'Sent back whole' })

    await lines.deleteDealProduct({ id, product_attachment_id: line })
    await deals.updateDeal({ id, UpdateDealRequest: { value: 999 } })
    expect((await dealOf(id))?.value).toBe(999)
  })

  test('takes tax, billing and cycles from the product, and a variation only of that product', async () => {
    const { id: product_id } = await aProduct(crm.owner, {
      tax: 7,
      billing_frequency: 'quarterly',
      billing_frequency_cycles: 4,
    })
    const [red, other] = await Promise.all(
      [product_id, (await aProduct(crm.owner)).id].map(
        async of => (await crm.owner.call('POST', `/v2/products/${of}/variations`, { name: 'v' })).body.data.id,
      ),
    )
    const { id } = await aDealInEuros(crm.owner)
    const body = { product_id, item_price: 1, quantity: 1 }

    const { id: line } = await aLine(crm.owner, id, { ...body, product_variation_id: red })

    expect((await lines.getDealProducts({ id })).data).toMatchObject([
      { id: line, tax: 7, billing_frequency: 'quarterly', billing_frequency_cycles: 4, product_variation_id: red },
    ])
    expect(await refused('POST', `/v2/deals/${id}/products`, { ...body, product_variation_id: other })).toEqual({
      status: 400,
      field: 'product_variation_id',
    })
    await crm.owner.call('DELETE', `/v2/products/${product_id}/variations/${red}`)
    expect((await lines.getDealProducts({ id })).data).toMatchObject([{ product_variation_id: null }])
  })
})

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

describe('several at once', () => {
  test('are added together or not at all, listed over deals by page, and removed', async () => {
    const [id, other] = [(await aDealInEuros(crm.owner)).id, (await aDealInEuros(crm.owner)).id]
    const { id: product_id } = await aProduct(crm.owner)
    const line = { product_id, item_price: 1.5, quantity: 2 }
    const broken = { data: [line, { ...line, product_id: 999_999 }] }
    expect(await refused('POST', `/v2/deals/${id}/products/bulk`, broken)).toEqual({
      status: 400,
      field: 'data.1.product_id',
    })
    expect((await lines.getDealProducts({ id })).data).toEqual([])

    const added = await lines.addManyDealProducts({
      id,
      CreateManyDealProductRequest: { data: [line, { ...line, item_price: 2 }, line] },
    })
    await aLine(crm.owner, other, { item_price: 3 })

    expect(added.data).toMatchObject([{ order_nr: 1, sum: 3 }, { order_nr: 2, sum: 4 }, { order_nr: 3 }])
    expect((await dealOf(id))?.value).toBe(10)
    const walked: number[] = []
    let cursor: string | undefined
    for (let page = 0; page < 5; page++) {
      const found = await lines.getDealsProducts({
        deal_ids: [id, other],
        limit: 3,
        sort_by: 'order_nr',
        sort_direction: 'desc',
        ...(cursor && { cursor }),
      })
      walked.push(...(found.data ?? []).map(item => item.order_nr ?? 0))
      cursor = found.additional_data?.next_cursor ?? undefined
      if (!cursor) break
    }
    expect(walked).toEqual([3, 2, 1, 1])

    const [first = 0] = (added.data ?? []).map(item => item.id ?? 0)
    const some = await lines.deleteManyDealProducts({ id, ids: String(first) })
    expect(some).toMatchObject({ data: { ids: [first] }, additional_data: { more_items_in_collection: false } })
    expect((await lines.deleteManyDealProducts({ id })).data?.ids).toHaveLength(2)
    expect((await lines.getDealProducts({ id })).data).toEqual([])
    expect((await crm.owner.call('DELETE', `/v2/deals/${other}/products?ids=${first}`)).status).toBe(404)
    expect((await crm.owner.call('GET', '/v2/deals/products')).body).toMatchObject({
      errorCode: 400,
      field: 'deal_ids',
    })
  })
})

test('lines added at the same moment all count, each with a number of its own', async () => {
  const { id } = await aDealInEuros(crm.owner)
  const { id: product_id } = await aProduct(crm.owner)

  await heldBack(crm, `select from crm.deal where id = ${id} for update`, () =>
    Array.from({ length: 8 }, () => aLine(crm.owner, id, { product_id, item_price: 1.25 })),
  )

  const listed = await lines.getDealProducts({ id, sort_by: 'order_nr' })
  expect(listed.data?.map(line => line.order_nr)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect((await dealOf(id))?.value).toBe(10)
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

describe('older callers', () => {
  test('add, list with totals and products, change and remove', async () => {
    const { id } = await aDealInEuros(crm.owner)
    const { id: product_id } = await aProduct(crm.owner, { name: 'Lamp' })

    const added = await classic.addDealProduct({
      id,
      AddDealProductRequest: { product_id, item_price: 1200.5, quantity: 2, enabled_flag: true },
    })
    const product_attachment_id = added.data?.product_attachment_id ?? 0
    await classic.addDealProduct({
      id,
      AddDealProductRequest: { product_id, item_price: '3', quantity: 1, enabled_flag: false } as never,
    })

    expect(added.data).toMatchObject({
      id: product_attachment_id,
      sum: 2401,
      name: 'Lamp',
      company_id: crm.owner.companyId,
    })
    const listed = await classic.getDealProducts({ id, include_product_data: 1 })
    expect(listed.data).toMatchObject([
      {
        enabled_flag: true,
        sum_formatted: '€2,401',
        quantity_formatted: '2',
        product: { name: 'Lamp', active_flag: true },
      },
      { enabled_flag: false, sum: 3 },
    ])
    expect(listed.additional_data).toMatchObject({
      products_sum_total: 2401,
      products_sum_total_formatted: '€2,401',
      products_quantity_total: 2,
      pagination: { start: 0, more_items_in_collection: false },
    })
    expect((await crm.owner.call('GET', `/v1/deals/${id}/products`)).body.data[0].product).toBeNull()
    const changed = await classic.updateDealProduct({
      id,
      product_attachment_id,
      UpdateDealProductRequest: { quantity: 1 },
    })
    expect(changed.data?.sum).toBe(1200.5)
    expect((await dealOf(id))?.value).toBe(1200.5)
    expect((await classic.deleteDealProduct({ id, product_attachment_id })).data).toEqual({ id: product_attachment_id })
    expect((await lines.getDealProducts({ id })).data).toHaveLength(1)
    expect(
      (await crm.owner.call('GET', `/v1/deals/${(await aDealInEuros(crm.owner)).id}/products`)).body.data,
    ).toBeNull()
  })

  test('find the deals a product is on, by status', async () => {
    const v1 = new ProductsApiV1(crm.owner.v1)
    const { id: product_id } = await aProduct(crm.owner)
    const [open, won] = [
      (await aDealInEuros(crm.owner, { title: 'open' })).id,
      (await aDealInEuros(crm.owner, { title: 'won', status: 'won' })).id,
    ]
    for (const id of [open, open, won]) await aLine(crm.owner, id, { product_id })

    expect((await v1.getProductDeals({ id: product_id })).data).toMatchObject([{ title: 'open' }, { title: 'won' }])
    const { related_objects } = await v1.getProductDeals({ id: product_id })
    const { stage_id, pipeline_id } = await dealOf(open).then(deal => deal ?? {})
    expect(related_objects).toMatchObject({
      stage: { id: stage_id, active_flag: true, [stage_id ?? 0]: { id: stage_id } },
      pipeline: { id: pipeline_id, [pipeline_id ?? 0]: { id: pipeline_id } },
    })
    expect((await v1.getProductDeals({ id: product_id, status: 'won' })).data).toMatchObject([{ id: won }])
    expect((await v1.getProductDeals({ id: (await aProduct(crm.owner)).id })).data).toBeNull()
  })
})

describe('around a deal', () => {
  test('a person has the products of the deals it is in', async () => {
    const { id: person } = await aPerson(crm.owner)
    const { id } = await aDealInEuros(crm.owner, { person_id: person })
    const { id: product_id } = await aProduct(crm.owner, { name: 'Desk' })
    for (let twice = 0; twice < 2; twice++) await aLine(crm.owner, id, { product_id })
    const { id: hidden } = await aLine(crm.owner, id, {
      product_id: (await aProduct(crm.owner, { name: 'Secret', visible_to: 1 })).id,
    })

    const mine = await new PersonsApi(crm.owner.v1).getPersonProducts({ id: person })

    expect(mine.data).toHaveLength(2)
    expect(mine.data?.[0]).toMatchObject({
      [id]: {
        deal: { id, person_id: person, products_count: 3 },
        product: { id: product_id, name: 'Desk', deal_id: id },
      },
    })
    expect(hidden).toBeGreaterThan(0)
    const colleague = await crm.colleague(crm.owner)
    expect((await colleague.call('GET', `/v1/persons/${person}/products`)).body.data).toHaveLength(1)
  })

  test('a merge adds up what both deals have, a copy keeps the value and its discounts', async () => {
    const [id, into] = [(await aDealInEuros(crm.owner)).id, (await aDealInEuros(crm.owner, { value: 3 })).id]
    await aLine(crm.owner, id, { item_price: 10 })
    await aLine(crm.owner, into, { item_price: 5 })
    await crm.owner.call('POST', `/v2/deals/${id}/discounts`, { description: 'x', amount: 1, type: 'amount' })

    const merged = await crm.owner.call('PUT', `/v1/deals/${id}/merge`, { merge_with_id: into })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    const copy = (await crm.owner.call('POST', `/v1/deals/${into}/duplicate`)).body.data

    expect((await dealOf(into))?.value).toBe(14)
    expect(copy.value).toBe(14)
    await aLine(crm.owner, copy.id, { item_price: 1 })
    expect((await dealOf(copy.id))?.value).toBe(15)
  })
})

describe('refusals', () => {
  test('400 for a product that is hidden, deleted, foreign or not for deals, and for a discount above the price', async () => {
    const { id } = await aDealInEuros(crm.owner)
    const colleague = await crm.colleague(crm.owner)
    const { id: hidden } = await aProduct(crm.owner, { visible_to: 1 })
    const { id: deleted } = await aProduct(crm.owner)
    await crm.owner.call('DELETE', `/v2/products/${deleted}`)
    const { id: locked } = await aProduct(crm.owner, { is_linkable: false })
    const stranger = await crm.company()
    const foreign = (await stranger.call('POST', '/v2/products', { name: 'x' })).body.data.id
    const line = (product_id: number) => ({ product_id, item_price: 1, quantity: 1 })

    const product = { status: 400, field: 'product_id' }
    for (const one of [deleted, locked, foreign])
      expect(await refused('POST', `/v2/deals/${id}/products`, line(one))).toEqual(product)
    expect((await colleague.call('POST', `/v2/deals/${id}/products`, line(hidden))).body.field).toBe('product_id')
    const dear = { ...line((await aProduct(crm.owner)).id), discount: 2, discount_type: 'amount' }
    expect(await refused('POST', `/v2/deals/${id}/products`, dear)).toEqual({ status: 400, field: 'discount' })
  })

  test('404 on a deal that is not visible, 410 on a deleted one, 403 without the scope, 412 on an old line', async () => {
    const { id } = await aDealInEuros(crm.owner, { visible_to: 1 })
    const { id: line } = await aLine(crm.owner, id)
    const colleague = await crm.colleague(crm.owner)
    const reader = await crm.colleague(crm.owner, { scopes: ['deals:read'], admin: true })

    for (const path of ['products', 'discounts'])
      expect((await colleague.call('GET', `/v2/deals/${id}/${path}`)).status).toBe(404)
    for (const path of ['products', 'installments'])
      expect((await colleague.call('GET', `/v2/deals/${path}?deal_ids=${id}`)).body.data).toEqual([])
    expect((await colleague.call('PATCH', `/v2/deals/${id}/products/${line}`, {})).status).toBe(404)
    expect((await colleague.call('GET', `/v1/deals/${id}/products`)).status).toBe(404)
    expect((await reader.call('DELETE', `/v2/deals/${id}/products/${line}`)).status).toBe(403)
    const path = `/v2/deals/${id}/products/${line}`
    const old = { 'if-match': '"1"' }
    expect((await crm.owner.call('PATCH', path, { quantity: 2 }, old)).status).toBe(200)
    expect((await crm.owner.call('PATCH', path, { quantity: 3 }, old)).status).toBe(412)
    await crm.owner.call('DELETE', `/v2/deals/${id}`)
    expect((await crm.owner.call('PATCH', path, { quantity: 3 })).status).toBe(410)
  })
})

test('412 for an installment or a product on a deal that is not as the caller thinks', async () => {
  const deal = (await crm.owner.call('POST', '/v2/deals', { title: 'Versions' })).body.data.id
  const price = { name: 'P', prices: [{ price: 5, currency: 'USD' }] }
  const product_id = (await crm.owner.call('POST', '/v2/products', price)).body.data.id
  const path = `/v2/deals/${deal}`
  const line = await crm.owner.call('POST', `${path}/products`, { product_id, item_price: 5, quantity: 1 })
  const part = { description: 'Half', amount: 2, billing_date: '2030-01-01' }
  const added = await crm.owner.call('POST', `${path}/installments`, part)
  const installment = `${path}/installments/${added.body.data.id}`
  const old = { 'if-match': added.headers.get('etag') ?? '' }

  expect((await crm.owner.call('PATCH', installment, { amount: 3 }, old)).body.data).toMatchObject({ amount: 3 })
  expect((await crm.owner.call('PATCH', installment, { amount: 4 }, old)).status).toBe(412)
  expect((await crm.owner.call('DELETE', installment, undefined, old)).status).toBe(412)
  expect((await crm.owner.call('DELETE', installment)).status).toBe(200)
  const stale = { 'if-match': '"99"' }
  const gone = await crm.owner.call('DELETE', `${path}/products/${line.body.data.id}`, undefined, stale)
  expect(gone.status).toBe(412)
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
