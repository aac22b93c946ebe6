import { describe, expect, test } from 'vitest'
import { buy, idsOf, post } from '../testing/books.ts'
import { DAY } from '../testing/clock.ts'
import { aSignup, confirmationFor } from '../testing/people.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

/** A public system of the same API had nineteen defects; these are 13 to 19 of them. We do not have them. */

const market = await startTestMarket({ rateLimit: true })
const seller = await market.member()
const buyer = await market.member({ firstName: 'Bea', lastName: 'Buyer' })
const admin = await market.member({ permissionType: 1 })
const owner = await market.member({ permissionType: 2 })

describe('wrong answers', () => {
  test('defect 13: what is in your cart is marked in the list', async () => {
    const [book, other] = [await post(market, seller), await post(market, seller)]
    await market.send('/user/addToCart', { bookID: book }, buyer)

    const { data } = await market.get('/books/getAllBooks', buyer)

    const marks = Object.fromEntries(data.books.map((one: { _id: string; inCart: boolean }) => [one._id, one.inCart]))
    expect([marks[book], marks[other]]).toEqual([true, false])
    expect(data.books.find((one: { _id: string }) => one._id === book).status).toBe(0)
  })

  test('defect 14: unlisted books are not sold books', async () => {
    const member = await market.member()
    const [sold, unlisted] = [await post(market, member), await post(market, member)]
    await buy(market, buyer, sold)
    await market.send('/books/unlistBook', { bookID: unlisted }, member)

    expect(idsOf(await market.get('/user/getSoldBooks', member))).toEqual([sold])
  })

  test('defect 15: every list of the dashboard answers, once, to everyone', async () => {
    const byName = await market.get('/dashboard/getTransactionsByName/bea/BUYER', admin)
    const nobody = await market.get('/dashboard/getTransactionsByName/No/Body', admin)
    const all = await market.get('/dashboard/getAllTransactions', admin)
    const forUser = await market.get('/dashboard/getPurchasedBooks', buyer)
    const forAdmin = await market.get('/dashboard/getPurchasedBooks', admin)
    const bad = await market.get('/dashboard/getBooksWithStatus/4', admin)
    const word = await market.get('/dashboard/getBooksWithStatus/sold', admin)

    expect(byName.data.transactions.length).toBeGreaterThan(0)
    expect(nobody.data.transactions).toEqual([])
    expect(all.data.transactions.length).toBeGreaterThanOrEqual(byName.data.transactions.length)
    expect([forUser.status, forAdmin.status, bad.status, word.status]).toEqual([403, 200, 400, 400])
    for (const status of [0, 1, 2, 3, 5])
      for (const book of (await market.get(`/dashboard/getBooksWithStatus/${status}`, admin)).data.books)
        expect(book.status).toBe(status)
  })

  test('defect 16: an ISBN is text, and “101 Dalmatians” is a title', async () => {
    const zero = await post(market, seller, { name: 'Leading zero', ISBN: '0-8044-2957-X' })
    const dogs = await post(market, seller, { name: 'The 101 Dalmatians', ISBN: '9780140364842' })

    const shown = await market.get(`/books/getBook/${zero}`)
    const byTen = await market.get('/books/search/public/080442957X')
    const byThirteen = await market.get('/books/search/public/978-0-8044-2957-3')
    const title = await market.get('/books/search/public/101%20Dalmatians')

    expect(shown.data.book).toMatchObject({ ISBN: '0-8044-2957-X', isbn13: '9780804429573', isbnWarning: null })
    expect([idsOf(byTen), idsOf(byThirteen), idsOf(title)]).toEqual([[zero], [zero], [dogs]])
  })

  test('defect 17: a reactivated book is new again', async () => {
    const start = market.clock.now
    const book = await post(market, seller)
    await market.sql`update market.book set listed_at = ${new Date(start.getTime() - 70 * DAY)} where id = ${book}`
    const first = await market.send('/dashboard/deactivateBooks', {}, owner)

    const { data } = await market.send('/books/reactivateBook', { bookID: book }, seller)
    const second = await market.send('/dashboard/deactivateBooks', {}, owner)

    expect([first.data.unlisted, second.data.unlisted]).toEqual([1, 0])
    expect(data.book).toMatchObject({ status: 0, date: start.getTime() })
  })

  test('defect 18: a lost confirmation mail can be sent again, and signing up again works', async () => {
    const emailAddress = 'lost@campus.edu'
    const sendAndDeliver = async (path: string, body: object) => {
      const { status } = await market.send(path, body)
      // A mail whose signup was replaced before it was sent is not sent at all.
      return { status, mails: (await market.mails(emailAddress)).length }
    }
    const replies = [
      await sendAndDeliver('/auth/signup', aSignup({ emailAddress })),
      await sendAndDeliver('/auth/resendConfirmation', { emailAddress }),
      await sendAndDeliver('/auth/signup', aSignup({ emailAddress })),
    ]
    const token = await confirmationFor(market, emailAddress)
    const followed = await market.send('/auth/email-verification', { token })

    expect(replies).toEqual([
      { status: 201, mails: 1 },
      { status: 200, mails: 2 },
      { status: 201, mails: 3 },
    ])
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
    const api = await market.send('/auth/login', { emailAddress: 'nobody2@campus.edu', password: 'wrong password' })

    expect(response.status).toBe(401)
    expect(await response.text()).toContain(api.data.error)
  })
})
