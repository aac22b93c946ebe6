import { ProductsApi } from 'pipedrive/v2'
import { ProductsApi as ProductsApiClassic } from 'pipedrive-classic/v1'
import { beforeAll, describe, expect, test } from 'vitest'
import { addField } from '../../testing/addField.ts'
import { aProduct } from '../../testing/builders.ts'
import { startTestCrm, type TestUser } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const products = new ProductsApi(crm.owner.v2)
const classic = new ProductsApiClassic(crm.owner.classic)

/** A new option of the field that says what category a product is of. */
async function aCategory(label: string): Promise<number> {
  const added = await crm.owner.call('POST', '/v2/productFields/category/options', [{ label }])
  return added.body.data.find((option: { label: string }) => option.label === label).id
}

describe('a product', () => {
  test('is created with prices in several currencies and read back on every face', async () => {
    const made = await products.addProduct({
      AddProductRequest: {
        name: 'Chair',
        code: 'CH-1',
        unit: 'piece',
        tax: 20,
        description: 'To sit on',
        visible_to: 7,
        billing_frequency: 'monthly',
        billing_frequency_cycles: 12,
        prices: [
          { currency: 'USD', price: 99.99, cost: 40 },
          { currency: 'EUR', price: 90.1, direct_cost: 5, notes: 'for friends' },
        ],
      },
    })
    const id = made.data?.id ?? 0

    const v2 = (await products.getProduct({ id })).data
    const v1 = (await classic.getProduct({ id })).data

    expect(v2).toMatchObject({
      name: 'Chair',
      code: 'CH-1',
      tax: 20,
      is_linkable: true,
      is_deleted: false,
      category: null,
      owner_id: crm.owner.userId,
      billing_frequency: 'monthly',
      billing_frequency_cycles: 12,
      prices: [
        { product_id: id, currency: 'EUR', price: 90.1, cost: 0, direct_cost: 5, notes: 'for friends' },
        { product_id: id, currency: 'USD', price: 99.99, cost: 40, direct_cost: null, notes: '' },
      ],
    })
    expect(v1).toMatchObject({
      name: 'Chair',
      active_flag: true,
      selectable: true,
      visible_to: '7',
      owner_id: { value: crm.owner.userId, name: 'Olga Owner' },
      prices: [{ currency: 'EUR', overhead_cost: 5 }, { currency: 'USD' }],
    })
  })

  test('without prices costs nothing in the currency of its maker', async () => {
    const made = await products.addProduct({ AddProductRequest: { name: 'Free' } })

    expect(made.data?.prices).toMatchObject([{ currency: 'USD', price: 0, cost: 0 }])
  })

  test('keeps what a new price list leaves out of a currency, loses currencies that are not in it, and logs both', async () => {
    const { id } = await aProduct(crm.owner, {
      prices: [
        { currency: 'USD', price: 10, cost: 4 },
        { currency: 'EUR', price: 9 },
      ],
    })

    const updated = await products.updateProduct({
      id,
      UpdateProductRequest: { prices: [{ currency: 'USD', price: 12 }] },
    })

    expect(updated.data?.prices).toMatchObject([{ currency: 'USD', price: 12, cost: 4 }])
    const log = await crm.sql`select action, before, after from crm.change
      where entity = 'product' and entity_id = ${String(id)} order by seq`
    expect(log).toMatchObject([
      { action: 'added', after: { prices: [{ currency: 'EUR' }, { currency: 'USD', price: 10 }] } },
      {
        action: 'updated',
        before: { prices: [{ currency: 'EUR' }, { price: 10 }] },
        after: { prices: [{ price: 12, cost: 4 }] },
      },
    ])
  })

  test('has a category out of the options of its field, and custom fields', async () => {
    const category = await aCategory('Furniture')
    const { key } = await addField(crm.owner, 'product', 'varchar')

    const { id } = await aProduct(crm.owner, { name: 'Table', category, custom_fields: { [key]: 'red' } })

    expect((await products.getProduct({ id })).data).toMatchObject({
      category: String(category),
      custom_fields: { [key]: 'red' },
    })
    expect((await crm.owner.call('GET', `/v1/products/${id}`)).body.data).toMatchObject({ [key]: 'red' })
    const refused = await crm.owner.call('PATCH', `/v2/products/${id}`, { category: 999_999 })
    expect(refused.body).toMatchObject({ errorCode: 400, field: 'category' })
    expect((await crm.owner.call('DELETE', `/v2/productFields/${key}`)).status).toBe(200)
  })

  test('that is deleted leaves the list but not its address, takes no change, and comes back through v1', async () => {
    const { id } = await aProduct(crm.owner)

    expect((await products.deleteProduct({ id })).data).toEqual({ id })

    expect((await products.getProducts({ ids: String(id) })).data).toEqual([])
    expect((await products.getProduct({ id })).data?.is_deleted).toBe(true)
    expect((await crm.owner.call('PATCH', `/v2/products/${id}`, { name: 'x' })).status).toBe(410)
    await classic.updateProduct({ id, UpdateProductRequest: { active_flag: true } })
    expect((await products.getProducts({ ids: String(id) })).data).toHaveLength(1)
  })

  test('is duplicated with prices, variations and their prices, under the one who does it', async () => {
    const { id } = await aProduct(crm.owner, { code: 'D', prices: [{ currency: 'EUR', price: 3 }] })
    for (const name of ['small', 'large'])
      await products.addProductVariation({
        id,
        AddProductVariationRequest: { name, prices: [{ currency: 'EUR', price: name.length }] },
      })

    const copy = await products.duplicateProduct({ id })

    const copied = copy.data?.id ?? 0
    expect(copied).not.toBe(id)
    expect(copy.data).toMatchObject({ name: 'Product', code: 'D', prices: [{ currency: 'EUR', price: 3 }] })
    expect((await products.getProductVariations({ id: copied })).data).toMatchObject([
      { name: 'small', product_id: copied, prices: [{ currency: 'EUR', price: 5 }] },
      { name: 'large', product_id: copied, prices: [{ currency: 'EUR', price: 5 }] },
    ])
    expect((await products.getProductVariations({ id })).data).toHaveLength(2)
  })
})

describe('refusals of a product', () => {
  test('400 naming the field: no name, an unknown field, a currency nobody uses or twice, cycles that do not fit', async () => {
    const refuse = async (body: object) => (await crm.owner.call('POST', '/v2/products', body)).body
    const price = (currency: string) => ({ currency, price: 1 })

    expect(await refuse({})).toMatchObject({ errorCode: 400, field: 'name' })
    expect(await refuse({ name: 'x', colour: 'red' })).toMatchObject({ errorCode: 400, field: 'colour' })
    expect(await refuse({ name: 'x', prices: [price('XXQ')] })).toMatchObject({ field: 'prices.0.currency' })
    expect(await refuse({ name: 'x', prices: [{ ...price('EUR'), colour: 1 }] })).toMatchObject({ errorCode: 400 })
    expect(await refuse({ name: 'x', prices: [price('EUR'), price('EUR')] })).toMatchObject({ field: 'prices' })
    const cycles = { field: 'billing_frequency_cycles' }
    expect(await refuse({ name: 'x', billing_frequency_cycles: 3 })).toMatchObject(cycles)
    expect(await refuse({ name: 'x', billing_frequency: 'weekly' })).toMatchObject(cycles)
    expect(await refuse({ name: 'x', billing_frequency: 'monthly', billing_frequency_cycles: 209 })).toMatchObject(
      cycles,
    )
    expect(await refuse({ name: 'x', owner_id: 999_999 })).toMatchObject({ field: 'owner_id' })
  })

  test('404 for other companies and for colleagues who may not see it, 403 without the scope, 412 on an old version', async () => {
    const made = await crm.owner.call('POST', '/v2/products', { name: 'Hidden', visible_to: 1 })
    const { id } = made.body.data
    const colleague = await crm.colleague(crm.owner)
    const reader = await crm.colleague(crm.owner, { scopes: ['products:read'] })
    const stranger = await crm.company()

    for (const user of [colleague, stranger])
      for (const path of ['', '/followers', '/variations', '/images', '/followers/changelog'])
        expect((await user.call('GET', `/v2/products/${id}${path}`)).status).toBe(404)
    for (const path of ['', '/followers', '/deals', '/permittedUsers'])
      expect((await colleague.call('GET', `/v1/products/${id}${path}`)).status).toBe(404)
    expect((await colleague.call('DELETE', `/v2/products/${id}`)).status).toBe(404)
    expect((await reader.call('POST', '/v2/products', { name: 'x' })).status).toBe(403)
    const etag = { 'if-match': made.headers.get('etag') ?? '' }
    const patch = (name: string) => crm.owner.call('PATCH', `/v2/products/${id}`, { name }, etag)
    expect([(await patch('one')).status, (await patch('two')).status]).toEqual([200, 412])
  })
})

describe('the list', () => {
  let user: TestUser
  let ids: number[]

  beforeAll(async () => {
    user = await crm.company()
    ids = []
    for (const name of ['Banana', 'apple', 'Cherry', 'avocado'])
      ids.push((await user.call('POST', '/v2/products', { name })).body.data.id)
  })

  test('walks by name in pages, each product once, and filters', async () => {
    const walked = new ProductsApi(user.v2)
    const names: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 9; page++) {
      const found = await walked.getProducts({
        limit: 3,
        sort_by: 'name',
        sort_direction: 'desc',
        ...(cursor && { cursor }),
      })
      names.push(...(found.data ?? []).map(product => product.name ?? ''))
      cursor = found.additional_data?.next_cursor ?? undefined
      if (!cursor) break
    }
    const sorted = await crm.sql`select name from crm.product where company_id = ${user.companyId} order by name desc`

    expect(names).toEqual(sorted.map(row => row.name))
    expect((await walked.getProducts({ ids: `${ids[0]},${ids[2]}` })).data).toHaveLength(2)
    expect((await walked.getProducts({ owner_id: user.userId })).data).toHaveLength(4)
    expect((await walked.getProducts({ updated_since: '2199-01-01T00:00:00Z' })).data).toEqual([])
    expect((await user.call('GET', '/v2/products?sort_by=price')).status).toBe(400)
  })

  test('asks a stored filter, in both versions', async () => {
    const starts = { object: 'product', field_code: 'name', operator: "LIKE '$%'", value: 'a', extra_value: null }
    const groups = [
      { glue: 'and', conditions: [starts] },
      { glue: 'or', conditions: [] },
    ]
    const filter = await user.call('POST', '/v1/filters', {
      name: 'f',
      type: 'products',
      conditions: { glue: 'and', conditions: groups },
    })
    expect(filter.status, JSON.stringify(filter.body)).toBe(200)

    const v2 = await new ProductsApi(user.v2).getProducts({ filter_id: filter.body.data.id })
    const v1 = await user.call('GET', `/v1/products?filter_id=${filter.body.data.id}`)

    expect(v2.data?.map(product => product.name)).toEqual(['apple', 'avocado'])
    expect(v1.body.data.map((product: { name: string }) => product.name)).toEqual(['apple', 'avocado'])
    expect((await user.call('GET', '/v2/products?filter_id=999999')).status).toBe(404)
  })

  test('of v1 pages by offset, filters by first letter and owner, counts, and wraps each product as the client expects', async () => {
    const old = new ProductsApiClassic(user.classic)
    const list = await old.getProducts({ first_char: 'A', limit: 1, get_summary: true })

    expect(list.data).toMatchObject([{ success: true, data: { id: ids[1], name: 'apple' }, name: 'apple' }])
    expect(list.additional_data).toMatchObject({ start: 0, limit: 1, more_items_in_collection: true })
    expect(list.additional_data).toMatchObject({ summary: { total_count: 2 } })
    expect((await old.getProducts({ user_id: user.userId, ids: [ids[0] ?? 0] })).data).toHaveLength(1)
    expect((await user.call('GET', '/v1/products?first_char=z')).body.data).toBeNull()
  })
})

test('older callers write a product with flat fields, overhead costs and text for numbers', async () => {
  const made = await classic.addProduct({
    AddProductRequest: {
      name: 'Old style',
      tax: '19.5',
      selectable: false,
      visible_to: '3',
      prices: [{ currency: 'EUR', price: '10.10', overhead_cost: 2 }],
    } as never,
  })
  const id = made.data?.id ?? 0
  await classic.updateProduct({ id, UpdateProductRequest: { name: 'Newer' } })

  expect((await products.getProduct({ id })).data).toMatchObject({
    name: 'Newer',
    tax: 19.5,
    is_linkable: false,
    visible_to: 3,
    prices: [{ price: 10.1, direct_cost: 2 }],
  })
  expect((await classic.deleteProduct({ id })).data).toEqual({ id })
  expect((await products.getProduct({ id })).data?.is_deleted).toBe(true)
})
