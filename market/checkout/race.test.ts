import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBalancedLedger } from '../testing/ledger.ts'
import { type Member, openTestMarket, post, type TestMarket } from '../testing/openTestMarket.ts'

let market: TestMarket
let seller: Member
let buyers: Member[]

beforeAll(async () => {
  market = await openTestMarket()
  seller = await market.member()
  buyers = await Promise.all(Array.from({ length: 200 }, () => market.member()))
})
afterAll(() => market.close())

async function fillCarts(books: readonly string[]) {
  await market.sql`
    insert into market.cart_item
    select buyer, book, now() from unnest(${buyers.map(buyer => buyer.id)}::text[]) buyer, unnest(${books}::text[]) book`
}

test('200 buyers at once on one book: one wins, 199 get 409', async () => {
  const book = await post(market, seller)
  await fillCarts([book])

  const replies = await Promise.all(
    buyers.map(({ token }) => market.call('POST', '/books/checkoutCart', { token, body: { cart: [book] } })),
  )

  expect(replies.filter(reply => reply.status === 200)).toHaveLength(1)
  expect(replies.filter(reply => reply.status === 409 && reply.data.unavailable[0] === book)).toHaveLength(199)
  const [written] = await market.sql`
    select (select count(*)::int from market.purchase_item where book_id = ${book}) as items,
           (select count(*)::int from market.book_move where book_id = ${book} and move = 'checkout') as moves`
  expect(written).toEqual({ items: 1, moves: 1 })
  await expectBalancedLedger(market.sql)
})

test('carts that overlap in opposite order: every book has one winner, nobody deadlocks', async () => {
  const books = await Promise.all(Array.from({ length: 12 }, () => post(market, seller)))
  await fillCarts(books)

  const replies = await Promise.all(
    buyers.map(({ token }, at) => {
      const three = [0, 1, 2].map(step => books[(at + step * 5) % books.length])
      return market.call('POST', '/books/checkoutCart', { token, body: { cart: at % 2 ? three.reverse() : three } })
    }),
  )

  expect(new Set(replies.map(reply => reply.status))).toEqual(new Set([200, 409]))
  const won = replies.filter(reply => reply.status === 200).flatMap(reply => reply.data.books)
  expect(new Set(won).size).toBe(won.length)
  const reserved = await market.sql<{ id: string }[]>`
    select id from market.book where id = any(${books}) and status = 1`
  expect(reserved.map(row => row.id).sort()).toEqual([...won].sort())
  await expectBalancedLedger(market.sql)
})
