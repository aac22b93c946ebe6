import { hashPassword } from '@portico/kit/access/password'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectBalancedLedger } from './testing/ledger.ts'
import { aBook, buy, type Member, openTestMarket, post, type TestMarket } from './testing/openTestMarket.ts'
import { releaseTogether } from './testing/releaseTogether.ts'

/** A public system of the same API had these nineteen defects. We do not. */

let market: TestMarket
let seller: Member
let buyer: Member
let admin: Member
let owner: Member

beforeAll(async () => {
  market = await openTestMarket({ rateLimit: true })
  seller = await market.member()
  buyer = await market.member({ firstName: 'Bea', lastName: 'Buyer' })
  admin = await market.member({ permissionType: 1 })
  owner = await market.member({ permissionType: 2 })
})
afterAll(() => market.close())

const get = (path: string, member?: Member) => market.call('GET', path, { token: member?.token })
const send = (path: string, body: object, member?: Member) => market.call('POST', path, { token: member?.token, body })
const idsOf = (reply: { data: { books: { _id: string }[] } }) => reply.data.books.map(book => book._id)
const DAY = 86_400_000

describe('money and races', () => {
  test('defect 1: a book is sold once, from the cart, never one’s own, and 200 means it is written', async () => {
    const book = await post(market, seller)
    const rival = await market.member()
    for (const member of [buyer, rival]) await send('/user/addToCart', { bookID: book }, member)

    const replies = await releaseTogether(
      market,
      2,
      sql => sql`select from market.book where id = ${book} for update`,
      () => [buyer, rival].map(member => send('/books/checkoutCart', { cart: [{ _id: book, status: 0 }] }, member)),
    )
    const won = replies.find(reply => reply.status === 200)
    const [row] = await market.sql`select buyer_id, purchase_id from market.book where id = ${book}`
    const notCarted = await send('/books/checkoutCart', { cart: [await post(market, seller)] }, buyer)
    const own = await send('/books/checkoutCart', { cart: [await post(market, buyer)] }, buyer)
    const sold = await send('/books/checkoutCart', { cart: [book] }, rival)

    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409])
    expect(row?.purchase_id).toBe(won?.data.transaction)
    expect([notCarted.status, own.status, sold.status]).toEqual([409, 409, 409])
  })

  test('defect 2: the total holds every book', async () => {
    const prices = [10, 20.5, 30.25, 7.77, 99.99]
    const books = await Promise.all(prices.map(price => post(market, seller, { price })))

    const { data } = await buy(market, buyer, ...books)

    expect(data.subtotal).toBeCloseTo(168.51)
    expect(data.totalCharged).toBeCloseTo(176.94)
    const all = await get('/dashboard/getAllTransactions', admin)
    expect(all.data.transactions).toContainEqual(
      expect.objectContaining({ _id: data.transaction, totalCharged: 176.94, booksPurchased: [...books].sort() }),
    )
  })

  test('defect 3: counters rise when money moves, and fall again', async () => {
    const [alice, bob] = [await market.member(), await market.member()]
    const book = await post(market, alice, { price: 40 })
    const counts = async () => [
      (await get('/user/getUserStatistics', alice)).data,
      (await get('/user/getUserStatistics', bob)).data.numberOfBooksBought,
    ]

    await buy(market, bob, book)
    const bought = await counts()
    await send('/dashboard/confirmBook', { id: book }, admin)
    const charged = await counts()
    await send('/dashboard/refundBook', { id: book }, admin)
    const refunded = await counts()
    await buy(market, bob, book)
    await send('/dashboard/confirmBook', { id: book }, admin)
    await send('/dashboard/setBookPaid', { id: book }, admin)
    const paid = await counts()

    const none = { numberOfBooksBought: 0, numberOfBooksSold: 0, moneyMade: 0 }
    expect(bought).toEqual([none, 0])
    expect(charged).toEqual([none, 1])
    expect(refunded).toEqual([none, 0])
    expect(paid).toEqual([{ ...none, numberOfBooksSold: 1, moneyMade: 40 }, 1])
    await expectBalancedLedger(market.sql)
  })

  test('defect 4: a sold book can be neither reactivated nor deleted', async () => {
    const book = await post(market, seller)
    await buy(market, buyer, book)
    const tries = async () => [
      (await send('/books/reactivateBook', { bookID: book }, seller)).status,
      (await send('/books/deleteBook', { bookID: book }, seller)).status,
    ]

    const reserved = await tries()
    await send('/dashboard/confirmBook', { id: book }, admin)
    const charged = await tries()
    await send('/dashboard/setBookPaid', { id: book }, admin)
    const delivered = await tries()

    expect([reserved, charged, delivered].flat()).toEqual([409, 409, 409, 409, 409, 409])
  })
})

describe('silent no-ops', () => {
  test('defect 5: clearCart, setBookStatus and the match of a posted book really happen', async () => {
    const [book, wish] = [await post(market, seller), await market.member()]
    await send('/user/addToCart', { bookID: book }, wish)
    await send('/user/clearCart', {}, wish)
    await buy(market, buyer, book)
    await send('/dashboard/setBookStatus', { bookID: book, status: 2 }, admin)
    await send('/books/requestBook', { data: { payload: { name: 'Axolotl care', course: 'AXO 100' } } }, wish)
    const posted = await post(market, seller, { name: 'Axolotl care', course: 'AXO 100' })

    expect((await get('/user/getCartItems', wish)).data.books).toEqual([])
    const [row] = await market.sql`select status from market.book where id = ${book}`
    expect(row?.status).toBe(2)
    expect(idsOf(await get('/books/getUserMatches', wish))).toEqual([posted])
    expect((await get('/user/getUserData', wish)).data.user.matchedBooks).toEqual([posted])
  })

  test('defect 6: deleting a request removes only its own matches', async () => {
    const wish = await market.member()
    const first = await send('/books/requestBook', { name: 'Narwhal songs', course: 'NAR 1' }, wish)
    await send('/books/requestBook', { name: 'Puffin dialects', course: 'PUF 1' }, wish)
    await post(market, seller, { name: 'Narwhal songs', course: 'NAR 1' })
    const kept = await post(market, seller, { name: 'Puffin dialects', course: 'PUF 1' })

    const reply = await send('/user/deleteRequest', { bookID: first.data.request._id }, wish)
    const foreign = await send('/user/deleteRequest', { bookID: first.data.request._id }, buyer)

    expect([reply.status, foreign.status]).toEqual([200, 404])
    expect(idsOf(await get('/books/getUserMatches', wish))).toEqual([kept])
  })
})

describe('leaks and trust', () => {
  test('defect 7: no answer carries a hash, a token or an address of others', async () => {
    const hash = await hashPassword('a long enough password')
    await market.sql`update market.account set password_hash = ${hash}`
    await send('/auth/passwordResetRequest', { emailAddress: seller.email })
    const book = await post(market, seller)
    await buy(market, buyer, book)

    const replies = await Promise.all([
      get(`/dashboard/getSpecificUser?email=${encodeURIComponent(seller.email)}`, admin),
      get('/dashboard/getUsers', admin),
      get('/dashboard/getQueue', admin),
      get('/dashboard/getAllTransactions', admin),
      send('/dashboard/extendBookInfo', { books: [book] }, admin),
      get('/user/getUserData', seller),
      get('/user/exportData', seller),
    ])

    for (const reply of replies) {
      expect(reply.status).toBe(200)
      expect(JSON.stringify(reply.data)).not.toMatch(/argon2|password_?hash|reset|digest|epoch/i)
    }
    const listed = await get('/books/getBooksNoToken/100/0')
    expect(JSON.stringify(listed.data)).not.toMatch(/campus\.edu|First\d|venmo/i)
  })

  test('defect 8: user text is plain text in search, matching and reset', async () => {
    const wish = await market.member()
    await send('/books/requestBook', { name: '.*', course: '%' }, wish)
    await send('/books/requestBook', { name: '[a-z]+(', course: '' }, wish)
    await post(market, seller, { name: 'Ordinary words', course: 'ORD 1' })
    const cpp = await post(market, seller, { name: 'Thinking in C++', course: 'CSC 300' })

    expect(idsOf(await get('/books/getUserMatches', wish))).toEqual([])
    expect(idsOf(await get(`/books/search/public/${encodeURIComponent('C++')}`))).toEqual([cpp])
    for (const query of ['.*', '%', '_', '(', '\\', "'", '[', '*'])
      expect((await get(`/books/search/public/${encodeURIComponent(query)}`)).status).toBe(200)
    await send('/auth/passwordResetRequest', { emailAddress: '.*@campus.edu' })
    const [resets] = await market.sql`select count(*)::int from market.password_reset where account_id <> ${seller.id}`
    expect(resets?.count).toBe(0)
  })

  test('defect 9: owner, status, buyer and date of a new book are ours to set', async () => {
    const reply = await send(
      '/books/postBook',
      aBook({ owner: admin.id, status: 3, buyer: admin.id, date: 1, _id: 'mine' }),
      seller,
    )

    expect(reply.data.book).toMatchObject({
      owner: seller.id,
      status: 0,
      buyer: '',
      date: market.clock.now.getTime(),
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
    })
  })

  test('defect 10: no account can be found out, links end, and guessing is throttled', async () => {
    const known = { emailAddress: seller.email, password: 'wrong password' }
    const unknown = { emailAddress: 'nobody@campus.edu', password: 'wrong password' }
    const details = {
      password: 'a long enough password',
      firstName: 'A',
      lastName: 'B',
      university: 'C',
      CMC: '1',
      venmoUsername: 'd',
    }

    for (const [path, rest] of [
      ['/auth/login', { password: 'wrong password' }],
      ['/auth/signup', details],
      ['/auth/passwordResetRequest', {}],
      ['/auth/resendConfirmation', {}],
    ] as const) {
      const [one, two] = [
        await send(path, { ...rest, emailAddress: known.emailAddress }),
        await send(path, { ...rest, emailAddress: unknown.emailAddress }),
      ]
      expect([one.status, one.data]).toEqual([two.status, two.data])
    }
    const guesses = []
    for (let round = 0; round < 9; round++) guesses.push((await send('/auth/login', known)).status)
    const refused = await send('/auth/login', known)
    expect(guesses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const mails = (await market.mails(seller.email)).filter(mail => mail.subject === 'You already have an account')
    expect(mails).toHaveLength(1)
  })

  test('defect 11: the server itself asks for a university address', async () => {
    const reply = await send('/auth/signup', {
      emailAddress: 'someone@gmail.com',
      password: 'a long enough password',
      firstName: 'A',
      lastName: 'B',
      university: 'C',
      CMC: '1',
      venmoUsername: 'd',
    })

    expect(reply.status).toBe(400)
    expect(reply.data).toMatchObject({ field: 'emailAddress' })
  })

  test('defect 12: a role counts as it is now, and there is no secret by default', async () => {
    const member = await market.member()
    const before = await get('/dashboard/getUsers', member)
    await market.call('PUT', '/dashboard/makeAdmin', { token: owner.token, body: { userID: member.id } })
    const made = await get('/dashboard/getUsers', member)
    await market.call('PUT', '/dashboard/unmakeAdmin', { token: owner.token, body: { userID: member.id } })
    const unmade = await get('/dashboard/getUsers', member)

    expect([before.status, made.status, unmade.status]).toEqual([403, 200, 401])
    const { openMarket } = await import('./openMarket.ts')
    await expect(openMarket({ ...market.options, secrets: [] })).rejects.toThrow('secret')
  })
})

describe('wrong answers', () => {
  test('defect 13: what is in your cart is marked in the list', async () => {
    const [book, other] = [await post(market, seller), await post(market, seller)]
    await send('/user/addToCart', { bookID: book }, buyer)

    const { data } = await get('/books/getAllBooks', buyer)

    const marks = Object.fromEntries(data.books.map((one: { _id: string; inCart: boolean }) => [one._id, one.inCart]))
    expect([marks[book], marks[other]]).toEqual([true, false])
    expect(data.books.find((one: { _id: string }) => one._id === book).status).toBe(0)
  })

  test('defect 14: unlisted books are not sold books', async () => {
    const member = await market.member()
    const [sold, unlisted] = [await post(market, member), await post(market, member)]
    await buy(market, buyer, sold)
    await send('/books/unlistBook', { bookID: unlisted }, member)

    expect(idsOf(await get('/user/getSoldBooks', member))).toEqual([sold])
  })

  test('defect 15: every list of the dashboard answers, once, to everyone', async () => {
    const byName = await get('/dashboard/getTransactionsByName/bea/BUYER', admin)
    const nobody = await get('/dashboard/getTransactionsByName/No/Body', admin)
    const all = await get('/dashboard/getAllTransactions', admin)
    const forUser = await get('/dashboard/getPurchasedBooks', buyer)
    const forAdmin = await get('/dashboard/getPurchasedBooks', admin)
    const bad = await get('/dashboard/getBooksWithStatus/4', admin)
    const word = await get('/dashboard/getBooksWithStatus/sold', admin)

    expect(byName.data.transactions.length).toBeGreaterThan(0)
    expect(nobody.data.transactions).toEqual([])
    expect(all.data.transactions.length).toBeGreaterThanOrEqual(byName.data.transactions.length)
    expect([forUser.status, forAdmin.status, bad.status, word.status]).toEqual([403, 200, 400, 400])
    for (const status of [0, 1, 2, 3, 5])
      for (const book of (await get(`/dashboard/getBooksWithStatus/${status}`, admin)).data.books)
        expect(book.status).toBe(status)
  })

  test('defect 16: an ISBN is text, and “101 Dalmatians” is a title', async () => {
    const zero = await post(market, seller, { name: 'Leading zero', ISBN: '0-8044-2957-X' })
    const dogs = await post(market, seller, { name: 'The 101 Dalmatians', ISBN: '9780140364842' })

    const shown = await get(`/books/getBook/${zero}`)
    const byTen = await get('/books/search/public/080442957X')
    const byThirteen = await get('/books/search/public/978-0-8044-2957-3')
    const title = await get('/books/search/public/101%20Dalmatians')

    expect(shown.data.book).toMatchObject({ ISBN: '0-8044-2957-X', isbn13: '9780804429573', isbnWarning: null })
    expect([idsOf(byTen), idsOf(byThirteen), idsOf(title)]).toEqual([[zero], [zero], [dogs]])
  })

  test('defect 17: a reactivated book is new again', async () => {
    const start = market.clock.now
    const book = await post(market, seller)
    await market.sql`update market.book set listed_at = ${new Date(start.getTime() - 70 * DAY)} where id = ${book}`
    const first = await send('/dashboard/deactivateBooks', {}, owner)

    const { data } = await send('/books/reactivateBook', { bookID: book }, seller)
    const second = await send('/dashboard/deactivateBooks', {}, owner)

    expect([first.data.unlisted, second.data.unlisted]).toEqual([1, 0])
    expect(data.book).toMatchObject({ status: 0, date: start.getTime() })
  })

  test('defect 18: a lost confirmation mail can be sent again, and signing up again works', async () => {
    const details = {
      emailAddress: 'lost@campus.edu',
      password: 'a long enough password',
      firstName: 'A',
      lastName: 'B',
      university: 'C',
      CMC: '1',
      venmoUsername: 'd',
    }
    const replies = [
      await send('/auth/signup', details),
      await send('/auth/resendConfirmation', { emailAddress: 'lost@campus.edu' }),
      await send('/auth/signup', details),
    ]
    const mails = await market.mails('lost@campus.edu')
    const token = mails.at(-1)?.links[0]?.split('/').at(-1)
    const followed = await send('/auth/email-verification', { token })

    expect(replies.map(reply => reply.status)).toEqual([201, 200, 201])
    expect(mails).toHaveLength(3)
    expect(followed.status).toBe(200)
  })

  test('defect 19: people see the reason', async () => {
    const form = new URLSearchParams({ emailAddress: 'nobody@campus.edu', password: 'wrong password' })
    const response = await market.fetch(
      new Request('http://market.test/market/login', {
        method: 'POST',
        body: form,
        headers: { origin: 'http://market.test' },
      }),
    )
    const api = await send('/auth/login', { emailAddress: 'nobody2@campus.edu', password: 'wrong password' })

    expect(response.status).toBe(401)
    expect(await response.text()).toContain(api.data.error)
  })
})
