import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { post, sell } from '../testing/books.ts'
import { expectBalancedLedger } from '../testing/ledger.ts'
import type { Member } from '../testing/openTestMarket.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()
const admin = await market.member({ permissionType: 1, firstName: 'Adam' })
let seller: Member
let buyer: Member

beforeEach(async () => {
  seller = await market.member()
  buyer = await market.member({ firstName: 'Bea' })
})
afterAll(() => expectBalancedLedger(market.sql))

describe('what the staff sees', () => {
  test('the queue shows what waits, with both people', async () => {
    const { book } = await sell(market, seller, buyer)

    const first = await market.get('/dashboard/getQueue', admin)
    await market.send('/dashboard/verifyBook', { id: book }, admin)
    const second = await market.get('/dashboard/getQueue', admin)
    await market.send('/dashboard/chargeBook', { id: book }, admin)
    const third = await market.get('/dashboard/getQueue', admin)

    const has = (list: { _id: string }[]) => list.some(one => one._id === book)
    expect([has(first.data.toVerify), has(second.data.toCharge), has(third.data.toPay)]).toEqual([true, true, true])
    expect(third.data.toPay.find((one: { _id: string }) => one._id === book)).toMatchObject({
      ownerObject: { _id: seller.id, venmoUsername: expect.any(String) },
      buyerObject: { _id: buyer.id },
    })
  })

  test('find users by part of address or name, plain text only', async () => {
    const odd = await market.member({ email: 'under_score%@campus.edu', firstName: 'Zoë', lastName: 'Q.*' })

    const byMail = await market.get('/dashboard/getSpecificUser?email=under_', admin)
    const byName = await market.get(`/dashboard/getSpecificUser?name=${encodeURIComponent('zoë q.*')}`, admin)
    const wildcard = await market.get('/dashboard/getSpecificUser?email=%25%25', admin)

    expect(byMail.data.users.map((user: { _id: string }) => user._id)).toEqual([odd.id])
    expect(byName.data.users.map((user: { _id: string }) => user._id)).toEqual([odd.id])
    expect(wildcard.data.users).toEqual([])
    expect((await market.get('/dashboard/getSpecificUser', admin)).status).toBe(400)
  })

  test('getUsers shows counts and pages', async () => {
    const { book } = await sell(market, seller, buyer, { price: 20 })
    await market.send('/dashboard/confirmBook', { id: book }, admin)
    await market.send('/dashboard/setBookPaid', { id: book }, admin)

    const { data } = await market.get(`/dashboard/getSpecificUser?email=${encodeURIComponent(seller.email)}`, admin)
    const page = await market.get('/dashboard/getUsers?limit=2&skip=1', admin)

    expect(data.users[0]).toMatchObject({ numberOfBooksSold: 1, moneyMade: 20, numberOfBooksBought: 0 })
    expect(page.data.users).toHaveLength(2)
  })

  test('statistics count what is there', async () => {
    const before = (await market.get('/dashboard/getStatistics', admin)).data
    const { book } = await sell(market, seller, buyer, { price: 100 })
    await market.send('/dashboard/confirmBook', { id: book }, admin)
    await market.send('/dashboard/setBookPaid', { id: book }, admin)

    const after = (await market.get('/dashboard/getStatistics', admin)).data

    expect(after.totalBooks - before.totalBooks).toBe(1)
    expect(after.booksByStatus['3'] - before.booksByStatus['3']).toBe(1)
    expect(after.moneyMoved - before.moneyMoved).toBeCloseTo(100)
    expect(after.feesEarned - before.feesEarned).toBeCloseTo(5)
    expect(after.salesByDay).toHaveLength(30)
    expect(after.salesByDay.at(-1).count).toBeGreaterThan(0)
  })

  test('extendBookInfo gives both people, in the order asked', async () => {
    const { book } = await sell(market, seller, buyer)
    const listed = await post(market, seller)

    const { data } = await market.send('/dashboard/extendBookInfo', { books: [{ _id: listed }, book] }, admin)

    expect(data.books.map((one: { _id: string }) => one._id)).toEqual([listed, book])
    expect(data.books[0].buyerObject).toBeNull()
    expect(data.books[1].buyerObject._id).toBe(buyer.id)
  })
})
