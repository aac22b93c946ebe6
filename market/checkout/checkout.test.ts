import { afterAll, describe, expect, test } from 'vitest'
import { buy, post } from '../testing/books.ts'
import { expectBalancedLedger } from '../testing/ledger.ts'
import type { Member } from '../testing/openTestMarket.ts'
import { releaseTogether } from '../testing/releaseTogether.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { feeOf, feeShares } from './fee.ts'

const market = await startTestMarket()
const seller = await market.member()
let buyer: Member

afterAll(() => expectBalancedLedger(market.sql))

const add = (member: Member, bookID: string) =>
  market.call('POST', '/user/addToCart', { token: member.token, body: { bookID } })
const checkout = (member: Member, body: object, headers = {}) =>
  market.call('POST', '/books/checkoutCart', { token: member.token, body, headers })

describe('fee', () => {
  test('rounds half up, once for the whole', () => {
    expect([feeOf(1000, 500), feeOf(1010, 500), feeOf(1009, 500), feeOf(1, 500)]).toEqual([50, 51, 50, 0])
  })

  test('shares add up to the fee of the sum', () => {
    const prices = [333, 333, 334, 1099, 1, 19_999]
    const shares = feeShares(prices, 500)

    expect(shares.reduce((sum, share) => sum + share)).toBe(
      feeOf(
        prices.reduce((sum, price) => sum + price),
        500,
      ),
    )
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
  })
})

describe('cart', () => {
  test('adding changes nothing for others and says 202', async () => {
    buyer = await market.member()
    const other = await market.member()
    const book = await post(market, seller)

    const reply = await add(buyer, book)
    const twice = await add(buyer, book)

    expect([reply.status, twice.status]).toEqual([202, 202])
    const seen = await market.call('GET', `/books/getBook/${book}`, { token: other.token })
    expect(seen.data.book).toMatchObject({ status: 0, inCart: false })
    const mine = await market.call('GET', `/books/getBook/${book}`, { token: buyer.token })
    expect(mine.data.book.inCart).toBe(true)
  })

  test('shows prices, fee and total, and what is no longer available', async () => {
    buyer = await market.member()
    const [first, second] = [await post(market, seller, { price: 10.1 }), await post(market, seller, { price: 20 })]
    await add(buyer, first)
    await add(buyer, second)
    await buy(market, await market.member(), second)

    const { data } = await market.call('GET', '/user/getCartItems', { token: buyer.token })

    expect(data).toMatchObject({ subtotal: 10.1, fee: 0.51, total: 10.61 })
    expect(
      Object.fromEntries(data.books.map((b: { _id: string; available: boolean }) => [b._id, b.available])),
    ).toEqual({
      [first]: true,
      [second]: false,
    })
  })

  test('adds up and sells what an operator may allow at the most', async () => {
    buyer = await market.member()
    await market.sql`update market.setting set price_cap_cents = 100000000`
    const books: string[] = []
    for (let at = 0; at < 22; at++) books.push(await post(market, seller, { price: 1_000_000 }))
    for (const book of books) await add(buyer, book)

    const cart = await market.call('GET', '/user/getCartItems', { token: buyer.token })
    const bought = await market.call('POST', '/books/checkoutCart', { token: buyer.token, body: {} })

    await market.sql`update market.setting set price_cap_cents = 20000`
    expect(cart.data).toMatchObject({ subtotal: 22_000_000, fee: 1_100_000, total: 23_100_000 })
    expect([bought.status, bought.data.totalCharged]).toEqual([200, 23_100_000])
  })

  test('409 for an own or sold book, 404 for an unknown one', async () => {
    buyer = await market.member()
    const book = await post(market, seller)
    const own = await add(seller, book)
    await buy(market, await market.member(), book)
    const sold = await add(buyer, book)
    const unknown = await add(buyer, 'unknown')

    expect([own.status, sold.status, unknown.status]).toEqual([409, 409, 404])
    expect(sold.data.unavailable).toEqual([book])
  })

  test('removeFromCart takes one out, 404 when it is not in', async () => {
    buyer = await market.member()
    const book = await post(market, seller)
    await add(buyer, book)

    const remove = () => market.call('POST', '/user/removeFromCart', { token: buyer.token, body: { bookID: book } })

    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
  })

  test('409 past fifty books', async () => {
    buyer = await market.member()
    await market.sql`
      with made as (
        insert into market.book (owner_id, name, edition, course, course_key, price_cents, condition, posted_at, listed_at)
        select ${seller.id}, 'Filler', 1, 'FIL 100', 'FIL100', 1000, 'Good', '2026-01-01', '2026-01-01'
        from generate_series(1, 50) returning id)
      insert into market.cart_item select ${buyer.id}, id, '2026-01-01' from made`

    expect((await add(buyer, await post(market, seller))).status).toBe(409)
  })
})

describe('checkoutCart', () => {
  test('buys everything in the cart with prices of the database and five percent', async () => {
    buyer = await market.member()
    const books = [await post(market, seller, { price: 10.1 }), await post(market, seller, { price: 19.99 })]
    for (const book of books) await add(buyer, book)

    const { status, data } = await checkout(buyer, {})

    expect(status).toBe(200)
    expect(data).toMatchObject({ books: [...books].sort(), subtotal: 30.09, fee: 1.5, totalCharged: 31.59 })
    const bought = await market.call('GET', '/user/getPurchasedBooks', { token: buyer.token })
    expect(bought.data.books).toHaveLength(2)
    expect(bought.data.books[0]).toMatchObject({ status: 1, buyer: buyer.id, transaction: data.transaction })
    const cart = await market.call('GET', '/user/getCartItems', { token: buyer.token })
    expect(cart.data.books).toEqual([])
    const sold = await market.call('GET', '/user/getSoldBooks', { token: seller.token })
    expect(sold.data.books.map((book: { _id: string }) => book._id)).toEqual(expect.arrayContaining(books))
  })

  test('takes whole objects of older clients, but only their id', async () => {
    buyer = await market.member()
    const book = await post(market, seller, { price: 50 })
    await add(buyer, book)

    const { data } = await checkout(buyer, { data: { cart: [{ _id: book, price: 0.01, status: 0, owner: 'nobody' }] } })

    expect(data.totalCharged).toBe(52.5)
  })

  test('409 naming the books when one is gone, and nothing is bought', async () => {
    buyer = await market.member()
    const [gone, left] = [await post(market, seller), await post(market, seller)]
    await add(buyer, gone)
    await add(buyer, left)
    await buy(market, await market.member(), gone)

    const { status, data } = await checkout(buyer, { cart: [gone, left] })

    expect(status).toBe(409)
    expect(data.unavailable).toEqual([gone])
    const seen = await market.call('GET', `/books/getBook/${left}`)
    expect(seen.data.book.status).toBe(0)
    const [written] = await market.sql`select count(*)::int from market.purchase where buyer_id = ${buyer.id}`
    expect(written?.count).toBe(0)
  })

  test('409 for what is not in the cart, 400 for an empty one', async () => {
    buyer = await market.member()
    const book = await post(market, seller)

    const outside = await checkout(buyer, { cart: [book] })
    const empty = await checkout(buyer, {})

    expect(outside.status).toBe(409)
    expect(outside.data.unavailable).toEqual([book])
    expect(empty.status).toBe(400)
  })

  test('409 when the total is not what the buyer saw', async () => {
    buyer = await market.member()
    const book = await post(market, seller, { price: 10 })
    await add(buyer, book)
    await market.sql`update market.book set price_cents = 2000 where id = ${book}`

    const { status } = await checkout(buyer, { expectedTotal: 10.5 })

    expect(status).toBe(409)
    expect((await checkout(buyer, { expectedTotal: 21 })).status).toBe(200)
  })

  test('the same Idempotency-Key buys once and answers the same', async () => {
    buyer = await market.member()
    const book = await post(market, seller)
    await add(buyer, book)

    const all = await releaseTogether(
      market,
      5,
      sql => sql`select from market.book where id = ${book} for update`,
      () => Array.from({ length: 5 }, () => checkout(buyer, { cart: [book] }, { 'idempotency-key': 'click' })),
    )

    expect(all.map(reply => reply.status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(all.map(reply => reply.data.transaction)).size).toBe(1)
    expect(all.filter(reply => reply.headers.get('idempotent-replayed') === 'true')).toHaveLength(4)
  })

  test('409 when a key comes back with another body', async () => {
    buyer = await market.member()
    const [one, two] = [await post(market, seller), await post(market, seller)]
    await add(buyer, one)
    await add(buyer, two)
    await checkout(buyer, { cart: [one] }, { 'idempotency-key': 'k' })

    const reply = await checkout(buyer, { cart: [two] }, { 'idempotency-key': 'k' })

    expect(reply.status).toBe(409)
  })

  test('a failed checkout does not use the key up', async () => {
    buyer = await market.member()
    const book = await post(market, seller)
    const early = await checkout(buyer, { cart: [book] }, { 'idempotency-key': 'k' })
    await add(buyer, book)

    const later = await checkout(buyer, { cart: [book] }, { 'idempotency-key': 'k' })

    expect([early.status, later.status]).toEqual([409, 200])
  })
})

describe('cancelPurchase', () => {
  test('before the drop-off the buyer may cancel, and the book is on sale again', async () => {
    buyer = await market.member()
    const book = await post(market, seller)
    await buy(market, buyer, book)

    const reply = await market.call('POST', '/user/cancelPurchase', { token: buyer.token, body: { bookID: book } })

    expect(reply.status).toBe(200)
    expect((await market.call('GET', `/books/getBook/${book}`)).data.book.status).toBe(0)
    expect((await market.call('GET', '/user/getPurchasedBooks', { token: buyer.token })).data.books).toEqual([])
  })

  test('409 after the drop-off, 404 for a purchase of somebody else', async () => {
    buyer = await market.member()
    const admin = await market.member({ permissionType: 1 })
    const book = await post(market, seller)
    await buy(market, buyer, book)
    const cancel = (member: Member) =>
      market.call('POST', '/user/cancelPurchase', { token: member.token, body: { bookID: book } })
    const foreign = await cancel(seller)
    await market.call('POST', '/dashboard/verifyBook', { token: admin.token, body: { id: book } })

    const late = await cancel(buyer)

    expect([foreign.status, late.status]).toEqual([404, 409])
  })
})
