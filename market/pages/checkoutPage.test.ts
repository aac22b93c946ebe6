import { describe, expect, test } from 'vitest'
import { askPage } from '../testing/askPage.ts'
import { buy, post } from '../testing/books.ts'
import type { Member } from '../testing/openTestMarket.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()
const anna = await market.member({ firstName: 'Anna' })
const ben = await market.member({ firstName: 'Ben' })

const ask = (path: string, call: Parameters<typeof askPage>[2] = {}) => askPage(market, path, call)

describe('checkout from the page', () => {
  const cartPage = async (member: Member) => {
    const html = await (await ask('/cart', { member })).text()
    return {
      html,
      key: /name="key" value="([^"]+)"/.exec(html)?.[1] ?? '',
      books: /name="books" value="([^"]+)"/.exec(html)?.[1] ?? '',
      expectedTotal: /name="expectedTotal" value="([^"]+)"/.exec(html)?.[1] ?? '',
    }
  }

  test('a double click buys once', async () => {
    const buyer = await market.member()
    await ask('/cart/add', { member: buyer, form: { bookID: await post(market, anna) } })
    const { html: _, ...form } = await cartPage(buyer)

    const first = await ask('/checkout', { member: buyer, form })
    const second = await ask('/checkout', { member: buyer, form })

    expect(first.headers.get('location')).toBe('/market/transactions?done=bought')
    expect(second.headers.get('location')).toBe('/market/transactions?done=bought')
    const [row] = await market.sql`select count(*)::int from market.purchase where buyer_id = ${buyer.id}`
    expect(row?.count).toBe(1)
  })

  test('a key of foreign letters is no key', async () => {
    const buyer = await market.member()
    await ask('/cart/add', { member: buyer, form: { bookID: await post(market, anna) } })
    const { html: _, ...form } = await cartPage(buyer)

    const response = await ask('/checkout', { member: buyer, form: { ...form, key: '鍵' } })

    expect(response.headers.get('location')).toBe('/market/transactions?done=bought')
  })

  test('says of a book that is gone whether it was sold or unlisted', async () => {
    const buyer = await market.member()
    const [sold, unlisted] = [await post(market, anna, { price: 11 }), await post(market, anna, { price: 12 })]
    for (const bookID of [sold, unlisted]) await ask('/cart/add', { member: buyer, form: { bookID } })
    await buy(market, ben, sold)
    await ask(`/books/${unlisted}/unlist`, { member: anna, form: {} })

    const { html } = await cartPage(buyer)

    expect(html.match(/Sold to somebody else|No longer listed/g)?.sort()).toEqual([
      'No longer listed',
      'Sold to somebody else',
    ])
  })

  test('409 with the reason when a price has changed since', async () => {
    const buyer = await market.member()
    const book = await post(market, anna, { price: 20 })
    await ask('/cart/add', { member: buyer, form: { bookID: book } })
    const { html: _, ...form } = await cartPage(buyer)
    await market.sql`update market.book set price_cents = 3000 where id = ${book}`

    const response = await ask('/checkout', { member: buyer, form })

    expect(response.status).toBe(409)
    expect(await response.text()).toContain('A price has changed')
  })
})
