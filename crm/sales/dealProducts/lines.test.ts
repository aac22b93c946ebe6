import { PersonsApi, ProductsApi as ProductsApiV1 } from 'pipedrive/v1'
import { DealProductsApi, DealsApi } from 'pipedrive/v2'
import { DealsApi as DealsApiClassic } from 'pipedrive-classic/v1'
import { describe, expect, test } from 'vitest'
import { aDealInEuros, aLine, aPerson, aProduct } from '../../testing/builders.ts'
import { heldBack } from '../../testing/heldBack.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const lines = new DealProductsApi(crm.owner.v2)
const deals = new DealsApi(crm.owner.v2)
const classic = new DealsApiClassic(crm.owner.classic)

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

  await heldBack(crm, `select from crm.deal where company_id = ${crm.owner.companyId} and id = ${id} for update`, () =>
    Array.from({ length: 8 }, () => aLine(crm.owner, id, { product_id, item_price: 1.25 })),
  )

  const listed = await lines.getDealProducts({ id, sort_by: 'order_nr' })
  expect(listed.data?.map(line => line.order_nr)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect((await dealOf(id))?.value).toBe(10)
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
