import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buy, post, sell, statusOf } from '../testing/books.ts'
import { expectBalancedLedger } from '../testing/ledger.ts'
import type { Member } from '../testing/openTestMarket.ts'
import { noticesOf } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()
const owner = await market.member({ permissionType: 2, firstName: 'Olga' })
const admin = await market.member({ permissionType: 1, firstName: 'Adam' })
let seller: Member
let buyer: Member

beforeEach(async () => {
  seller = await market.member()
  buyer = await market.member({ firstName: 'Bea' })
})
afterAll(() => expectBalancedLedger(market.sql))

describe('the life of a sale', () => {
  test('verify, charge, pay: statuses, notices, money and history', async () => {
    const { book, transaction } = await sell(market, seller, buyer, { price: 40 })

    const steps = [
      await market.send('/dashboard/verifyBook', { id: book }, admin),
      await market.send('/dashboard/chargeBook', { id: book }, admin),
      await market.send('/dashboard/setBookPaid', { id: book }, admin),
    ]

    expect(steps.map(step => [step.status, step.data.status])).toEqual([
      [200, 1],
      [200, 2],
      [200, 3],
    ])
    expect(await noticesOf(market, buyer)).toEqual(['bookDelivered', 'buyerCharged', 'bookChecked', 'purchaseStarted'])
    expect(await noticesOf(market, seller)).toEqual(['sellerPaid', 'bookBought', 'bookPosted'])
    expect(await noticesOf(market, admin)).toEqual(
      expect.arrayContaining(['newTransaction', 'bookInspected', 'paymentReceived']),
    )
    const history = await market.get(`/dashboard/getBookHistory/${book}`, admin)
    expect(history.data.moves.map((move: { move: string; by: string }) => [move.move, move.by])).toEqual([
      ['post', seller.id],
      ['checkout', buyer.id],
      ['verify', admin.id],
      ['charge', admin.id],
      ['pay', admin.id],
    ])
    const done = await market.get('/dashboard/getCompletedTransactions', admin)
    expect(done.data.transactions).toContainEqual(
      expect.objectContaining({
        _id: transaction,
        totalCharged: 42,
        fee: 2,
        booksPurchased: [book],
        buyerID: buyer.id,
      }),
    )
  })

  test('confirmBook verifies and charges at once', async () => {
    const { book } = await sell(market, seller, buyer)

    expect((await market.send('/dashboard/confirmBook', { id: book }, admin)).status).toBe(200)
    expect(await statusOf(market, book)).toBe(2)
    expect((await market.send('/dashboard/confirmBook', { id: book }, admin)).status).toBe(409)
  })

  test('409 for each step out of order', async () => {
    const { book } = await sell(market, seller, buyer)

    const early = [
      await market.send('/dashboard/chargeBook', { id: book }, admin),
      await market.send('/dashboard/setBookPaid', { id: book }, admin),
      await market.send('/dashboard/refundBook', { id: book }, admin),
    ]
    await market.send('/dashboard/confirmBook', { id: book }, admin)
    const late = [
      await market.send('/dashboard/verifyBook', { id: book }, admin),
      await market.send('/dashboard/cancelSale', { id: book }, admin),
      await market.send('/dashboard/rejectBook', { id: book }, admin),
    ]
    await market.send('/dashboard/setBookPaid', { id: book }, admin)
    const over = [
      await market.send('/dashboard/refundBook', { id: book }, admin),
      await market.send('/dashboard/setBookPaid', { id: book }, admin),
    ]

    for (const reply of [...early, ...late, ...over]) expect(reply.status).toBe(409)
    expect(await statusOf(market, book)).toBe(3)
  })

  test('404 for a book that is not there', async () => {
    for (const name of [
      'verifyBook',
      'chargeBook',
      'confirmBook',
      'setBookPaid',
      'cancelSale',
      'rejectBook',
      'refundBook',
    ])
      expect((await market.send(`/dashboard/${name}`, { id: 'nothing' }, admin)).status).toBe(404)
    expect((await market.send('/dashboard/confirmTransaction', { id: 'nothing' }, admin)).status).toBe(404)
    expect((await market.send('/dashboard/setBookStatus', { bookID: 'nothing', status: 2 }, admin)).status).toBe(404)
  })

  test('cancel puts it back on sale, reject off the list, refund gives the money back', async () => {
    const [one, two, three] = [
      await sell(market, seller, buyer),
      await sell(market, seller, buyer),
      await sell(market, seller, buyer),
    ]

    await market.send('/dashboard/cancelSale', { id: one.book, reason: 'lost' }, admin)
    await market.send('/dashboard/rejectBook', { id: two.book, reason: 'pages missing' }, admin)
    await market.send('/dashboard/confirmBook', { id: three.book }, admin)
    await market.send('/dashboard/refundBook', { id: three.book, reason: 'changed mind' }, admin)

    expect([
      await statusOf(market, one.book),
      await statusOf(market, two.book),
      await statusOf(market, three.book),
    ]).toEqual([0, 5, 0])
    expect(await noticesOf(market, buyer)).toEqual(
      expect.arrayContaining(['saleCancelled', 'bookRejected', 'saleRefunded']),
    )
    expect(await noticesOf(market, seller)).toEqual(
      expect.arrayContaining(['saleCancelled', 'bookRejected', 'saleRefunded']),
    )
    const mails = (await market.mails(buyer.email)).map(mail => mail.text).join('\n')
    expect(mails).toContain('pages missing')
  })

  test('setBookStatus makes the moves of an admin and refuses all others', async () => {
    const { book } = await sell(market, seller, buyer)
    const to = (status: number, member = admin) =>
      market.send('/dashboard/setBookStatus', { bookID: book, status }, member)

    expect((await to(3)).status).toBe(409)
    expect((await to(4)).status).toBe(400)
    expect((await to(2)).status).toBe(200)
    expect((await to(3)).status).toBe(200)
    expect((await to(0)).status).toBe(409)
    const listed = await post(market, seller)
    const unlist = (member: Member) =>
      market.send('/dashboard/setBookStatus', { bookID: listed, status: 5, reason: 'not a textbook' }, member)
    expect((await unlist(admin)).status).toBe(409)
    expect((await unlist(owner)).status).toBe(200)
    expect(await noticesOf(market, seller)).toContain('listingRemoved')
  })

  test('confirmTransaction charges all books once they are verified', async () => {
    const books = [await post(market, seller), await post(market, seller)]
    const { data } = await buy(market, buyer, ...books)
    await market.send('/dashboard/verifyBook', { id: books[0] }, admin)

    const early = await market.send('/dashboard/confirmTransaction', { id: data.transaction }, admin)
    await market.send('/dashboard/verifyBook', { id: books[1] }, admin)
    const done = await market.send('/dashboard/confirmTransaction', { id: data.transaction }, admin)
    const again = await market.send('/dashboard/confirmTransaction', { id: data.transaction }, admin)

    expect(early.status).toBe(409)
    expect(early.data.unverified).toEqual([books[1]])
    expect(done.data).toMatchObject({ status: 1, charged: [...books].sort() })
    expect(again.status).toBe(409)
  })
})
