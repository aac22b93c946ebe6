import { describe, expect, test } from 'vitest'
import { aDealInEuros, aLine, aProduct } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()

async function refused(method: string, path: string, body?: object) {
  const reply = await crm.owner.call(method, path, body)
  return { status: reply.status, field: reply.body.field }
}

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
