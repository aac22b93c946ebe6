import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectBalancedLedger } from '../testing/ledger.ts'
import { buy, type Member, openTestMarket, post, type TestMarket } from '../testing/openTestMarket.ts'

let market: TestMarket
let owner: Member
let admin: Member
let seller: Member
let buyer: Member

beforeAll(async () => {
  market = await openTestMarket()
  owner = await market.member({ permissionType: 2, firstName: 'Olga' })
  admin = await market.member({ permissionType: 1, firstName: 'Adam' })
})
beforeEach(async () => {
  seller = await market.member()
  buyer = await market.member({ firstName: 'Bea', lastName: `Byer${Math.random()}` })
})
afterEach(() => {
  market.clock.now = START
})
afterAll(async () => {
  await expectBalancedLedger(market.sql)
  await market.close()
})

const DAY = 86_400_000
const START = new Date('2026-03-02T10:00:00Z')
const act = (name: string, body: object, member = admin) =>
  market.call('POST', `/dashboard/${name}`, { token: member.token, body })
const put = (name: string, body: object, member = owner) =>
  market.call('PUT', `/dashboard/${name}`, { token: member.token, body })
const get = (path: string, member = admin) => market.call('GET', `/dashboard/${path}`, { token: member.token })
const statusOf = async (id: string) =>
  (await market.sql<{ status: number }[]>`select status from market.book where id = ${id}`)[0]?.status
const noticesOf = async (member: Member) =>
  (await market.sql`select kind from market.notice where account_id = ${member.id} order by id desc`).map(
    row => row.kind,
  )

async function sold(given = {}) {
  const book = await post(market, seller, given)
  const reply = await buy(market, buyer, book)
  return { book, transaction: reply.data.transaction as string }
}

describe('the life of a sale', () => {
  test('verify, charge, pay: statuses, notices, money and history', async () => {
    const { book, transaction } = await sold({ price: 40 })

    const steps = [
      await act('verifyBook', { id: book }),
      await act('chargeBook', { id: book }),
      await act('setBookPaid', { id: book }),
    ]

    expect(steps.map(step => [step.status, step.data.status])).toEqual([
      [200, 1],
      [200, 2],
      [200, 3],
    ])
    expect(await noticesOf(buyer)).toEqual(['bookDelivered', 'buyerCharged', 'bookChecked', 'purchaseStarted'])
    expect(await noticesOf(seller)).toEqual(['sellerPaid', 'bookBought', 'bookPosted'])
    expect(await noticesOf(admin)).toEqual(
      expect.arrayContaining(['newTransaction', 'bookInspected', 'paymentReceived']),
    )
    const history = await get(`getBookHistory/${book}`)
    expect(history.data.moves.map((move: { move: string; by: string }) => [move.move, move.by])).toEqual([
      ['post', seller.id],
      ['checkout', buyer.id],
      ['verify', admin.id],
      ['charge', admin.id],
      ['pay', admin.id],
    ])
    const done = await get('getCompletedTransactions')
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
    const { book } = await sold()

    expect((await act('confirmBook', { id: book })).status).toBe(200)
    expect(await statusOf(book)).toBe(2)
    expect((await act('confirmBook', { id: book })).status).toBe(409)
  })

  test('409 for each step out of order', async () => {
    const { book } = await sold()

    const early = [
      await act('chargeBook', { id: book }),
      await act('setBookPaid', { id: book }),
      await act('refundBook', { id: book }),
    ]
    await act('confirmBook', { id: book })
    const late = [
      await act('verifyBook', { id: book }),
      await act('cancelSale', { id: book }),
      await act('rejectBook', { id: book }),
    ]
    await act('setBookPaid', { id: book })
    const over = [await act('refundBook', { id: book }), await act('setBookPaid', { id: book })]

    for (const reply of [...early, ...late, ...over]) expect(reply.status).toBe(409)
    expect(await statusOf(book)).toBe(3)
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
      expect((await act(name, { id: 'nothing' })).status).toBe(404)
    expect((await act('confirmTransaction', { id: 'nothing' })).status).toBe(404)
    expect((await act('setBookStatus', { bookID: 'nothing', status: 2 })).status).toBe(404)
  })

  test('cancel puts it back on sale, reject off the list, refund gives the money back', async () => {
    const [one, two, three] = [await sold(), await sold(), await sold()]

    await act('cancelSale', { id: one.book, reason: 'lost' })
    await act('rejectBook', { id: two.book, reason: 'pages missing' })
    await act('confirmBook', { id: three.book })
    await act('refundBook', { id: three.book, reason: 'changed mind' })

    expect([await statusOf(one.book), await statusOf(two.book), await statusOf(three.book)]).toEqual([0, 5, 0])
    expect(await noticesOf(buyer)).toEqual(expect.arrayContaining(['saleCancelled', 'bookRejected', 'saleRefunded']))
    expect(await noticesOf(seller)).toEqual(expect.arrayContaining(['saleCancelled', 'bookRejected', 'saleRefunded']))
    const mails = (await market.mails(buyer.email)).map(mail => mail.text).join('\n')
    expect(mails).toContain('pages missing')
  })

  test('setBookStatus makes the moves of an admin and refuses all others', async () => {
    const { book } = await sold()
    const to = (status: number, member = admin) => act('setBookStatus', { bookID: book, status }, member)

    expect((await to(3)).status).toBe(409)
    expect((await to(4)).status).toBe(400)
    expect((await to(2)).status).toBe(200)
    expect((await to(3)).status).toBe(200)
    expect((await to(0)).status).toBe(409)
    const listed = await post(market, seller)
    const unlist = (member: Member) =>
      act('setBookStatus', { bookID: listed, status: 5, reason: 'not a textbook' }, member)
    expect((await unlist(admin)).status).toBe(409)
    expect((await unlist(owner)).status).toBe(200)
    expect(await noticesOf(seller)).toContain('listingRemoved')
  })

  test('confirmTransaction charges all books once they are verified', async () => {
    const books = [await post(market, seller), await post(market, seller)]
    const { data } = await buy(market, buyer, ...books)
    await act('verifyBook', { id: books[0] })

    const early = await act('confirmTransaction', { id: data.transaction })
    await act('verifyBook', { id: books[1] })
    const done = await act('confirmTransaction', { id: data.transaction })
    const again = await act('confirmTransaction', { id: data.transaction })

    expect(early.status).toBe(409)
    expect(early.data.unverified).toEqual([books[1]])
    expect(done.data).toMatchObject({ status: 1, charged: [...books].sort() })
    expect(again.status).toBe(409)
  })

  test('the queue shows what waits, with both people', async () => {
    const { book } = await sold()

    const first = await get('getQueue')
    await act('verifyBook', { id: book })
    const second = await get('getQueue')
    await act('chargeBook', { id: book })
    const third = await get('getQueue')

    const has = (list: { _id: string }[]) => list.some(one => one._id === book)
    expect([has(first.data.toVerify), has(second.data.toCharge), has(third.data.toPay)]).toEqual([true, true, true])
    expect(third.data.toPay.find((one: { _id: string }) => one._id === book)).toMatchObject({
      ownerObject: { _id: seller.id, venmoUsername: expect.any(String) },
      buyerObject: { _id: buyer.id },
    })
  })
})

describe('deadlines', () => {
  test('the seller is reminded once and the sale lapses after as long again', async () => {
    const { book } = await sold()
    const start = market.clock.now

    market.clock.now = new Date(start.getTime() + 2 * DAY + 1000)
    await market.task('market:deadlines')
    await market.task('market:deadlines')
    const reminded = (await noticesOf(seller)).filter(kind => kind === 'dropOffDue')
    market.clock.now = new Date(start.getTime() + 4 * DAY + 1000)
    await market.task('market:deadlines')

    expect(reminded).toHaveLength(1)
    expect(await statusOf(book)).toBe(0)
    const [listed] = await market.sql`select listed_at as "at" from market.book where id = ${book}`
    expect(listed?.at, 'its seller has not renewed it').toEqual(start)
    await expectBalancedLedger(market.sql)
    expect(await noticesOf(buyer)).toContain('saleLapsed')
  })

  test('a book that was dropped off does not lapse', async () => {
    const { book } = await sold()
    await act('verifyBook', { id: book })
    const start = market.clock.now
    market.clock.now = new Date(start.getTime() + 10 * DAY)

    await market.task('market:deadlines')

    expect(await statusOf(book)).toBe(1)
  })
})

describe('unlisting old books', () => {
  test('62 days after the last renewal, one mail to each owner', async () => {
    const start = market.clock.now
    const [old, renewed] = [await post(market, seller, { name: 'Old one' }), await post(market, seller)]
    const second = await post(market, seller, { name: 'Old two' })
    market.clock.now = new Date(start.getTime() + 60 * DAY)
    await market.sql`update market.book set listed_at = ${market.clock.now} where id = ${renewed}`
    market.clock.now = new Date(start.getTime() + 63 * DAY)
    const fresh = await market.member({ permissionType: 2 })

    const reply = await market.call('POST', '/dashboard/deactivateBooks', { token: fresh.token })

    expect(reply.status).toBe(200)
    expect(reply.data.unlisted).toBeGreaterThanOrEqual(2)
    expect([await statusOf(old), await statusOf(second), await statusOf(renewed)]).toEqual([5, 5, 0])
    const mails = (await market.mails(seller.email)).filter(mail => mail.subject === 'Your books were unlisted')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Old one')
  })

  test('by itself the market warns a week before', async () => {
    const start = market.clock.now
    const book = await post(market, seller)
    market.clock.now = new Date(start.getTime() + 56 * DAY)
    await market.task('market:daily')
    const warned = await noticesOf(seller)
    market.clock.now = new Date(start.getTime() + 62.5 * DAY)
    await market.task('market:daily')
    const early = await statusOf(book)
    market.clock.now = new Date(start.getTime() + 63.5 * DAY)
    await market.task('market:daily')

    expect(warned).toContain('unlistSoon')
    expect([early, await statusOf(book)]).toEqual([0, 5])
  })

  test('without days to warn before it unlists at once and warns of nothing', async () => {
    const start = market.clock.now
    const book = await post(market, seller)
    await put('settings', { warnDays: 0 })
    market.clock.now = new Date(start.getTime() + 62.5 * DAY)

    await market.task('market:daily')

    market.clock.now = START
    await put('settings', { warnDays: 7 })
    expect(await statusOf(book)).toBe(5)
    expect(await noticesOf(seller)).not.toContain('unlistSoon')
  })
})

describe('people', () => {
  test('find users by part of address or name, plain text only', async () => {
    const odd = await market.member({ email: 'under_score%@campus.edu', firstName: 'Zoë', lastName: 'Q.*' })

    const byMail = await get('getSpecificUser?email=under_')
    const byName = await get(`getSpecificUser?name=${encodeURIComponent('zoë q.*')}`)
    const wildcard = await get('getSpecificUser?email=%25%25')

    expect(byMail.data.users.map((user: { _id: string }) => user._id)).toEqual([odd.id])
    expect(byName.data.users.map((user: { _id: string }) => user._id)).toEqual([odd.id])
    expect(wildcard.data.users).toEqual([])
    expect((await get('getSpecificUser')).status).toBe(400)
  })

  test('getUsers shows counts and pages', async () => {
    const { book } = await sold({ price: 20 })
    await act('confirmBook', { id: book })
    await act('setBookPaid', { id: book })

    const { data } = await get(`getSpecificUser?email=${encodeURIComponent(seller.email)}`)
    const page = await get('getUsers?limit=2&skip=1')

    expect(data.users[0]).toMatchObject({ numberOfBooksSold: 1, moneyMade: 20, numberOfBooksBought: 0 })
    expect(page.data.users).toHaveLength(2)
  })

  test('an owner makes and unmakes admins; it counts at once', async () => {
    const made = await put('makeAdmin', { userID: seller.id })
    const seen = await market.call('GET', '/dashboard/permissionLv', { token: seller.token })
    const unmade = await put('unmakeAdmin', { userID: seller.id })
    const after = await market.call('GET', '/dashboard/isAdmin', { token: seller.token })

    expect([made.status, seen.data.permissionType, unmade.status, after.status]).toEqual([200, 1, 200, 401])
  })

  test('409 for what someone already is, 404 for nobody, and owners stay owners', async () => {
    expect((await put('makeAdmin', { userID: admin.id })).status).toBe(409)
    expect((await put('unmakeAdmin', { userID: seller.id })).status).toBe(409)
    expect((await put('unmakeAdmin', { userID: owner.id })).status).toBe(409)
    expect((await put('makeAdmin', { userID: 'nobody' })).status).toBe(404)
    expect((await put('suspendUser', { userID: owner.id }, admin)).status).toBe(403)
    expect((await put('suspendUser', { userID: admin.id }, admin)).status).toBe(403)
    expect((await put('reinstateUser', { userID: seller.id }, admin)).status).toBe(409)
  })
})

describe('statistics, books and settings', () => {
  test('statistics count what is there', async () => {
    const before = (await get('getStatistics')).data
    const { book } = await sold({ price: 100 })
    await act('confirmBook', { id: book })
    await act('setBookPaid', { id: book })

    const after = (await get('getStatistics')).data

    expect(after.totalBooks - before.totalBooks).toBe(1)
    expect(after.booksByStatus['3'] - before.booksByStatus['3']).toBe(1)
    expect(after.moneyMoved - before.moneyMoved).toBeCloseTo(100)
    expect(after.feesEarned - before.feesEarned).toBeCloseTo(5)
    expect(after.salesByDay).toHaveLength(30)
    expect(after.salesByDay.at(-1).count).toBeGreaterThan(0)
  })

  test('extendBookInfo gives both people, in the order asked', async () => {
    const { book } = await sold()
    const listed = await post(market, seller)

    const { data } = await act('extendBookInfo', { books: [{ _id: listed }, book] })

    expect(data.books.map((one: { _id: string }) => one._id)).toEqual([listed, book])
    expect(data.books[0].buyerObject).toBeNull()
    expect(data.books[1].buyerObject._id).toBe(buyer.id)
  })

  test('the operator sets fee, price cap and course pattern, and they count at once', async () => {
    const reply = await put('settings', { feePercent: 7.5, priceCap: 50, coursePattern: 'AAA 999' })

    expect(reply.data.settings).toMatchObject({ feePercent: 7.5, priceCap: 50, unlistDays: 62 })
    await expect(post(market, seller, { price: 51 })).rejects.toThrow('price')
    await expect(post(market, seller, { course: 'Biology' })).rejects.toThrow('course')
    const book = await post(market, seller, { price: 10 })
    expect((await buy(market, buyer, book)).data.fee).toBe(0.75)
    await put('settings', { feePercent: 5, priceCap: 200, coursePattern: '' })
  })

  test.each([
    { feePercent: -1 },
    { feePercent: 101 },
    { feePercent: 5.001 },
    { unlistDays: 0 },
    { warnDays: 62 },
    { staffAddress: 'nobody' },
    { universities: [{ name: 'X', domains: ['not a domain'] }] },
  ])('400 for %j', async body => {
    expect((await put('settings', body)).status).toBe(400)
  })

  test('staff mail goes to the one address the operator names', async () => {
    await put('settings', { staffAddress: 'desk@campus.edu' })
    await sold()
    await put('settings', { staffAddress: '' })

    const mails = await market.mails('desk@campus.edu')

    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toMatch(/^New transaction/)
  })
})
