import { ProductsApi as ProductsApiV1 } from 'pipedrive/v1'
import { ProductsApi } from 'pipedrive/v2'
import { describe, expect, test } from 'vitest'
import { aProduct } from '../../testing/builders.ts'
import { startTestCrm } from '../../testing/startTestCrm.ts'

const crm = await startTestCrm()
const products = new ProductsApi(crm.owner.v2)

test('variations are added, changed and deleted', async () => {
  const { id } = await aProduct(crm.owner)
  const added = await products.addProductVariation({ id, AddProductVariationRequest: { name: 'Red' } })
  const product_variation_id = added.data?.id ?? 0
  expect(added.data).toMatchObject({
    name: 'Red',
    product_id: id,
    prices: [{ currency: 'USD', price: 0, direct_cost: 0 }],
  })

  await products.updateProductVariation({
    id,
    product_variation_id,
    UpdateProductVariationRequest: { name: 'Blue', prices: [{ currency: 'EUR', price: 7 }] },
  })

  const listed = await products.getProductVariations({ id })
  expect(listed.data).toMatchObject([{ name: 'Blue', prices: [{ product_variation_id, currency: 'EUR', price: 7 }] }])
  expect((await products.deleteProductVariation({ id, product_variation_id })).data).toEqual({
    id: product_variation_id,
  })
  expect((await products.getProductVariations({ id })).data).toEqual([])
  const path = `/v2/products/${id}/variations/${product_variation_id}`
  expect((await crm.owner.call('PATCH', path, { name: 'x' })).status).toBe(404)
  expect((await crm.owner.call('DELETE', path)).status).toBe(404)
})

describe('followers of a product', () => {
  test('are added, listed and removed in v2, by the user, with a log', async () => {
    const { id } = await aProduct(crm.owner, { visible_to: 1 })
    const colleague = await crm.colleague(crm.owner)

    const added = await products.addProductFollower({
      id,
      AddDealFollowerRequest: { user_id: colleague.userId },
    } as never)

    expect(added.data?.user_id).toBe(colleague.userId)
    expect((await colleague.call('GET', `/v2/products/${id}`)).status).toBe(200)
    expect((await products.getProductFollowers({ id })).data).toEqual([added.data])
    const removed = await products.deleteProductFollower({ id, follower_id: colleague.userId })
    expect(removed.data).toEqual({ user_id: colleague.userId })
    expect((await products.getProductFollowersChangelog({ id })).data).toMatchObject([
      { action: 'removed', follower_user_id: colleague.userId, actor_user_id: crm.owner.userId },
      { action: 'added', follower_user_id: colleague.userId },
    ])
  })

  test('are added, listed and removed in v1, by their own id; permitted users count them', async () => {
    const v1 = new ProductsApiV1(crm.owner.v1)
    const { id } = await aProduct(crm.owner, { visible_to: 1 })
    const colleague = await crm.colleague(crm.owner)
    expect((await v1.getProductUsers({ id })).data).toEqual([crm.owner.userId])

    const added = await v1.addProductFollower({ id, AddProductFollowerRequest: { user_id: colleague.userId } })

    expect(added.data).toMatchObject({ user_id: colleague.userId, product_id: id })
    expect((await v1.getProductFollowers({ id })).data).toEqual([added.data])
    expect((await v1.getProductUsers({ id })).data).toEqual([crm.owner.userId, colleague.userId])
    const follower_id = added.data?.id ?? 0
    expect((await v1.deleteProductFollower({ id, follower_id })).data).toEqual({ id: follower_id })
    expect((await v1.getProductFollowers({ id })).data).toBeNull()
  })
})

describe('the image of a product', () => {
  /** One red pixel. */
  const picture = Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'),
    letter => letter.charCodeAt(0),
  )
  const file = () => new File([picture], 'chair.png', { type: 'image/png' })
  const storedKeys = async () => {
    const keys = []
    for await (const { key } of crm.files.list()) keys.push(key)
    return keys.sort()
  }
  /** The test server is not where its public origin says. */
  const open = (url = '', method = 'GET') => fetch(url.replace('http://portico.test', crm.origin), { method })

  test('is added once for an Idempotency-Key, and the second file does not stay', async () => {
    const { id } = await aProduct(crm.owner)
    const upload = async () => {
      const form = new FormData()
      form.set('data', file())
      const headers = { 'x-api-token': crm.owner.token, 'idempotency-key': `image-${id}` }
      const reply = await fetch(`${crm.origin}/api/v2/products/${id}/images`, { method: 'POST', headers, body: form })
      return { status: reply.status, body: await reply.json() }
    }

    const first = await upload()
    const kept = await storedKeys()
    const second = await upload()

    expect(first.status).toBe(201)
    expect(second).toEqual(first)
    expect(await storedKeys()).toEqual(kept)
  })

  test('opens without signing in at the address that is given out, until another takes its place', async () => {
    const { id } = await aProduct(crm.owner)

    const added = await products.uploadProductImage({ id, data: file() })
    const image = await products.getProductImage({ id })

    expect(added.data).toMatchObject({ product_id: id, company_id: String(crm.owner.companyId) })
    expect(image.data).toMatchObject({ id: added.data?.id, name: 'chair.jpg', mime_type: 'image/jpeg' })
    const shown = await open(image.data?.public_url)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const head = await open(image.data?.public_url, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, shown.headers.get('content-length')])
    expect(new Uint8Array(await shown.arrayBuffer()).slice(0, 3)).toEqual(Uint8Array.of(0xff, 0xd8, 0xff))

    await products.updateProductImage({ id, data: file() })
    expect((await open(image.data?.public_url)).status).toBe(404)
    const newer = await products.getProductImage({ id })
    expect((await open(newer.data?.public_url)).status).toBe(200)

    expect((await products.deleteProductImage({ id })).data).toEqual({ id: added.data?.id })
    expect((await open(newer.data?.public_url)).status).toBe(404)
    expect((await crm.owner.call('GET', `/v2/products/${id}/images`)).status).toBe(404)
  })

  test('404 at an address that was changed, and when the product is deleted', async () => {
    const { id } = await aProduct(crm.owner)
    await products.uploadProductImage({ id, data: file() })
    const url = (await products.getProductImage({ id })).data?.public_url ?? ''
    const [expires] = /\d{10}/.exec(url) ?? []

    expect(Number(expires) - Date.now() / 1000).toBeGreaterThan(7 * 24 * 3600 - 1)
    expect((await open(url.replace(expires ?? '', String(Number(expires) + 1)))).status).toBe(404)
    expect((await open(`${url.slice(0, -1)}${url.endsWith('A') ? 'E' : 'A'}`)).status).toBe(404)
    expect((await open(url.replace(/images\/.*/, 'images/anything'))).status).toBe(404)
    expect((await open(url)).status).toBe(200)
    await products.deleteProduct({ id })
    expect((await open(url)).status).toBe(404)
  })

  test('409 for a second one, 404 for replacing none, 415 for what is no picture, 400 without a file, and no file stays', async () => {
    const { id } = await aProduct(crm.owner)
    const send = async (method: string, field: string, content: string | Uint8Array<ArrayBuffer>) => {
      const body = new FormData()
      body.append(field, new File([content], 'x.png'))
      const headers = { 'x-api-token': crm.owner.token }
      const reply = await fetch(`${crm.origin}/v2/products/${id}/images`, { method, headers, body })
      const { field: named } = (await reply.json()) as { field?: string }
      return named ? `${reply.status} ${named}` : reply.status
    }

    expect(await send('PUT', 'data', picture)).toBe(404)
    expect(await send('POST', 'data', 'not a picture')).toBe('415 data')
    expect(await send('POST', 'data', picture.slice(0, 40))).toBe('400 data')
    expect(await send('POST', 'file', picture)).toBe('400 file')
    expect(await send('POST', 'data', picture)).toBe(201)
    expect(await send('POST', 'data', picture)).toBe(409)
    const kept = await crm.sql`select file_key from crm.product_image`
    await expect.poll(storedKeys).toEqual(kept.map(row => row.file_key).sort())
  })
})
