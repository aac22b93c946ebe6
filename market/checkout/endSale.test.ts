import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { moveOrRefuse } from '../books/move.ts'
import { buy, matchesOf, post, requestBook, statusOf } from '../testing/books.ts'
import { DAY, START } from '../testing/clock.ts'
import { expectBalancedLedger } from '../testing/ledger.ts'
import type { Member } from '../testing/openTestMarket.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { untilBlocked } from '../testing/untilBlocked.ts'

const market = await startTestMarket()
const admin = await market.member({ permissionType: 1 })
let seller: Member
let student: Member

beforeEach(async () => {
  seller = await market.member()
  student = await market.member()
})
afterEach(() => {
  market.clock.now = START
})
afterAll(() => expectBalancedLedger(market.sql))

async function isOpen(requestId: string): Promise<boolean> {
  const [row] = await market.sql`select status from market.request where id = ${requestId}`
  return row?.status === 0
}

function cancel(member: Member, bookID: string) {
  return market.call('POST', '/user/cancelPurchase', { token: member.token, body: { bookID } })
}

async function deadlinesAfter(days: number): Promise<void> {
  market.clock.now = new Date(START.getTime() + days * DAY)
  await market.task('market:deadlines')
}

describe('a purchase ends a request', () => {
  test('of the same course, not one whose title is merely alike', async () => {
    const bySameCourse = await requestBook(market, student, { name: 'Whatever they read there', course: 'QRS 110' })
    const byLikeTitle = await requestBook(market, student, { name: 'Handbook of tropical marsupials today' })
    const book = await post(market, seller, { name: 'Handbook of typical marshes', course: 'QRS 110' })
    const scores = await market.sql<{ request: string; score: number }[]>`
      select request_id as request, score from market.match where book_id = ${book}`
    await market.matched()
    expect(scores).toEqual([{ request: bySameCourse, score: expect.closeTo(0.6) }])

    await buy(market, student, book)

    expect([await isOpen(bySameCourse), await isOpen(byLikeTitle)]).toEqual([false, true])
  })

  test('which stays ended while another book that fits is bought', async () => {
    const wanted = await requestBook(market, student, { name: 'Aardvark acoustics' })
    const [one, two] = [
      await post(market, seller, { name: 'Aardvark acoustics', course: 'AAR 1' }),
      await post(market, seller, { name: 'Aardvark acoustics', course: 'AAR 2' }),
    ]
    await buy(market, student, one, two)
    const [ended] = await market.sql`select satisfied_by as by from market.request where id = ${wanted}`

    await cancel(student, ended?.by)
    const withOneLeft = await isOpen(wanted)
    await cancel(student, ended?.by === one ? two : one)

    expect([withOneLeft, await isOpen(wanted)]).toEqual([false, true])
  })

  test('which finds books posted in the meantime when the purchase is cancelled', async () => {
    await requestBook(market, student, { name: 'Bison botany' })
    const bought = await post(market, seller, { name: 'Bison botany', course: 'BIS 1' })
    await buy(market, student, bought)
    const meanwhile = await post(market, seller, { name: 'Bison botany', course: 'BIS 2' })
    await market.matched()

    await cancel(student, bought)

    expect((await matchesOf(market, student)).map(book => book._id).sort()).toEqual([bought, meanwhile].sort())
  })
})

describe('a late drop-off', () => {
  test('puts the book back on sale, and those who asked for it meanwhile hear of it', async () => {
    const book = await post(market, seller, { name: 'Civet cartography', course: 'CIV 1' })
    await buy(market, await market.member(), book)
    await requestBook(market, student, { name: 'Civet cartography' })
    expect(await matchesOf(market, student)).toEqual([])

    await deadlinesAfter(2.1)
    await deadlinesAfter(4.2)

    expect(await statusOf(market, book)).toBe(0)
    expect((await matchesOf(market, student)).map(found => found._id)).toEqual([book])
  })

  test('ends the sale no sooner than its reminder said, however long nobody sent one', async () => {
    const book = await post(market, seller)
    await buy(market, student, book)

    await deadlinesAfter(10)
    await deadlinesAfter(11.9)
    const reminded = await statusOf(market, book)
    await deadlinesAfter(12.1)

    expect([reminded, await statusOf(market, book)]).toEqual([1, 0])
  })
})

test('two books of one transaction charged at the same moment complete it', async () => {
  const books = [await post(market, seller), await post(market, seller)] as const
  const { transaction } = (await buy(market, student, ...books)).data
  for (const id of books) await market.call('POST', '/dashboard/verifyBook', { token: admin.token, body: { id } })

  const order = { book: books[0], move: 'charge', mover: 'admin', by: admin.id, now: START } as const
  let second: Promise<{ status: number }> | undefined
  await market.sql.begin(async sql => {
    await moveOrRefuse(sql, order)
    second = market.call('POST', '/dashboard/chargeBook', { token: admin.token, body: { id: books[1] } })
    await untilBlocked(market, second)
  })

  expect((await second)?.status).toBe(200)
  const [purchase] = await market.sql`select status from market.purchase where id = ${transaction}`
  expect(purchase?.status).toBe(1)
})

test('a cancelled sale does not put the book of a suspended seller back on the list', async () => {
  const book = await post(market, seller)
  await buy(market, student, book)
  await market.call('PUT', '/dashboard/suspendUser', { token: admin.token, body: { userID: seller.id } })

  await cancel(student, book)

  expect(await statusOf(market, book)).toBe(5)
})
