import { afterAll, describe, expect, test } from 'vitest'
import { post } from '../testing/books.ts'
import { expectBalancedLedger } from '../testing/ledger.ts'
import { releaseTogether } from '../testing/releaseTogether.ts'
import { buildServerProgram, type ServerProcess } from '../testing/startServerProcess.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { until } from '../testing/until.ts'

const building = buildServerProgram()
const market = await startTestMarket()
const seller = await market.member()
const buyers = await Promise.all(Array.from({ length: 200 }, () => market.member()))

async function fillCarts(books: readonly string[]) {
  await market.sql`
    insert into market.cart_item
    select buyer, book, now() from unnest(${buyers.map(buyer => buyer.id)}::text[]) buyer, unnest(${books}::text[]) book`
}

test('200 buyers at once on one book: one wins, 199 get 409', async () => {
  const book = await post(market, seller)
  await fillCarts([book])

  const replies = await releaseTogether(
    market,
    4,
    sql => sql`select from market.book where id = ${book} for update`,
    () => buyers.map(({ token }) => market.call('POST', '/books/checkoutCart', { token, body: { cart: [book] } })),
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

  const replies = await releaseTogether(
    market,
    4,
    sql => sql`select from market.book where id = any(${books}) for update`,
    () =>
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

describe('while the server is killed', () => {
  afterAll(async () => (await building).remove())

  test('every book has one winner, nobody is half sold to, and asking again gives the same answer', async () => {
    const program = await building
    const books = await Promise.all(Array.from({ length: 12 }, () => post(market, seller)))
    await market.sql`delete from market.cart_item`
    await fillCarts(books)
    const answers = new Map<number, { status: number; transaction: string | undefined }>()

    const [first, second] = await Promise.all([program.start(market.url), program.start(market.url)])
    const tries = Promise.allSettled(buyers.map((_, at) => tryToBuy(first, at)))
    await until(async () => answers.size >= 40)
    await first.kill()
    await tries
    const before = new Map(answers)
    await Promise.all(buyers.map((_, at) => tryToBuy(second, at)))
    await second.kill()

    expect(before.size).toBeLessThan(buyers.length)
    expect(answers.size).toBe(buyers.length)
    for (const [at, answer] of before) if (answer.status === 200) expect(answers.get(at)).toEqual(answer)
    const statuses = new Set([...answers.values()].map(answer => answer.status))
    expect([...statuses].sort()).toEqual([200, 409])
    const won = [...answers.values()].filter(answer => answer.status === 200)
    const purchases = await market.sql<{ id: string }[]>`
      select distinct purchase_id as id from market.purchase_item where book_id = any(${books})`
    expect(purchases.map(row => row.id).sort()).toEqual(won.map(answer => answer.transaction).sort())
    await expectBalancedLedger(market.sql)

    async function tryToBuy(server: ServerProcess, at: number) {
      const cart = [0, 1].map(step => books[(at + step * 5) % books.length])
      const response = await fetch(`${server.origin}/api/books/checkoutCart`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${buyers[at]?.token}`,
          'content-type': 'application/json',
          'idempotency-key': `buyer ${at}`,
        },
        body: JSON.stringify({ cart: at % 2 ? cart.reverse() : cart }),
      })
      const { data } = (await response.json()) as { data: { transaction?: string } }
      answers.set(at, { status: response.status, transaction: data.transaction })
    }
  })
})
