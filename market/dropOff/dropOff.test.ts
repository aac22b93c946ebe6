import { describe, expect, test } from 'vitest'
import { askPage } from '../testing/askPage.ts'
import { buy, post, sell } from '../testing/books.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { codeIn } from './slipCode.ts'

const market = await startTestMarket()
const [seller, buyer] = [await market.member(), await market.member()]
const admin = await market.member({ permissionType: 1 })

describe('the drop-off slip', () => {
  test('has a code, which the staff types, scans or follows to the book', async () => {
    const { book } = await sell(market, seller, buyer, { name: 'Slipped', price: 20 })

    const { slip } = (await market.get(`/user/getDropOffSlip/${book}`, seller)).data
    const page = await (await askPage(market, `/books/${book}/slip`, { member: seller })).text()
    const desk = async (typed: string) =>
      (await askPage(market, `/dashboard/drop-off?slip=${encodeURIComponent(typed)}`, { member: admin })).text()

    expect(slip.code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    expect(page).toMatch(/<svg.*Slipped/s)
    expect(page).toContain(slip.code)
    for (const typed of [slip.code, slip.code.toLowerCase().replace('-', ' '), slip.address])
      expect(await desk(typed), typed).toMatch(/Slipped.*Verified/s)
    expect((await market.get(`/dashboard/getDropOff/${slip.code}`, admin)).data.book._id).toBe(book)
  })

  test('404 for the buyer, strangers, a book that is not sold and one that was dropped off', async () => {
    const { book } = await sell(market, seller, buyer)
    const listed = await post(market, seller)
    const status = async (id: string, member = seller) =>
      (await market.get(`/user/getDropOffSlip/${id}`, member)).status

    const before = [await status(book, buyer), await status(book, admin), await status(listed), await status(book)]
    await market.send('/dashboard/verifyBook', { id: book }, admin)

    expect(before).toEqual([404, 404, 404, 200])
    expect(await status(book)).toBe(404)
  })

  test('the code of a sale that was cancelled finds nothing, and the next sale has another', async () => {
    const { book } = await sell(market, seller, buyer)
    const first = (await market.get(`/user/getDropOffSlip/${book}`, seller)).data.slip.code
    await market.send('/user/cancelPurchase', { bookID: book }, buyer)
    const gone = await market.get(`/dashboard/getDropOff/${first}`, admin)
    await buy(market, await market.member(), book)
    const second = (await market.get(`/user/getDropOffSlip/${book}`, seller)).data.slip.code

    expect(gone.status).toBe(404)
    expect(second).not.toBe(first)
    expect((await market.get('/dashboard/getDropOff/nonsense', admin)).status).toBe(400)
    expect((await market.get(`/dashboard/getDropOff/${second}`, seller)).status).toBe(403)
  })

  test.each([
    ['o1234-abcde', '01234ABCDE'],
    ['I1234 ABCDE', '11234ABCDE'],
    ['https://m/market/dashboard/drop-off?slip=01234-ABCDE', '01234ABCDE'],
    ['01234-ABCDU', undefined],
    ['0123', undefined],
  ])('%s is read as %s', (typed, code) => {
    expect(codeIn(typed)).toBe(code)
  })
})

describe('what copies were sold for', () => {
  test('by ISBN or title within a year, beside the price field', async () => {
    const isbn = '9780131103627'
    const deal = async (price: number, given: object) => {
      const { book } = await sell(market, seller, buyer, { name: 'Priced history', price, ...given })
      await market.send('/dashboard/confirmBook', { id: book }, admin)
    }
    await deal(99, { ISBN: isbn })
    await market.sql`update market.book set sold_at = sold_at - interval '366 days' where isbn13 = ${isbn}`
    await deal(38, { ISBN: isbn })
    await deal(45, { ISBN: isbn, name: 'Another spelling' })
    await deal(41, {})
    await sell(market, seller, buyer, { name: 'Priced history', price: 10, ISBN: isbn })

    const byIsbn = (await market.get('/books/getPriceHistory?isbn=0131103628')).data
    const byTitle = (await market.get('/books/getPriceHistory?name=priced%20HISTORY')).data
    const html = await (await askPage(market, `/sell?isbn=${isbn}`, { member: seller })).text()

    expect(byIsbn).toEqual({ sold: 2, lowest: 38, highest: 45, median: 38 })
    expect(byTitle).toEqual({ sold: 2, lowest: 38, highest: 41, median: 38 })
    expect(html).toMatch(/id="h-price">2 were sold for \$38\.00 to \$45\.00 this year/)
    expect((await market.get('/books/getPriceHistory')).status).toBe(400)
  })
})

describe('the page of a course', () => {
  test('shows all its books, cheapest first, and what the bookstore lists for it', async () => {
    await post(market, seller, { name: 'Dear one', course: 'CRS 200', price: 90 })
    await post(market, seller, { name: 'Cheap one', course: 'crs-200', price: 9, ISBN: '9780306406157' })
    await market.sql`
      insert into market.catalogue_book (isbn13, name, authors, list_cents, courses, course_keys, updated_at)
      values ('9780306406157', 'Listed and sold', 'Ann Author', 12000, '{CRS 200}', '{CRS200}', now()),
             ('9780262033848', 'Listed only', '', null, '{CRS 200}', '{CRS200}', now())`

    const { data } = await market.get('/books/getCourse/CRS%20200')
    const html = await (await askPage(market, '/courses/crs200')).text()
    const asMember = await (await askPage(market, '/courses/CRS%20200', { member: buyer })).text()

    expect(data.books.map((book: { name: string }) => book.name)).toEqual(['Cheap one', 'Dear one'])
    expect(data.catalogue).toMatchObject([
      { name: 'Listed and sold', onSale: 1, lowestPrice: 9, listPrice: 120 },
      { name: 'Listed only', onSale: 0, lowestPrice: null, listPrice: null },
    ])
    expect(html).toMatch(/2 books on sale, cheapest first.*Cheap one.*Dear one.*On the reading list.*One from \$9\.00/s)
    expect(asMember).toContain('/market/posts?want=Listed+only&amp;ISBN=9780262033848#request')
    expect(await (await askPage(market, '/courses/NIX%201')).text()).toContain('Nobody sells a book for this course')
    expect((await askPage(market, '/courses/--')).status).toBe(400)
  })
})
