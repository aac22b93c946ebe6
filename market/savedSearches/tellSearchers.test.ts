import { describe, expect, test } from 'vitest'
import { openServices } from '../openServices.ts'
import { idsOf, post } from '../testing/books.ts'
import type { Member } from '../testing/openTestMarket.ts'
import { searchesOf } from '../testing/savedSearches.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { tellSearchers } from './tellSearchers.ts'

const market = await startTestMarket()
const { found, later, saved } = searchesOf(market)
const seller = await market.member()

describe('a book that is listed', () => {
  test('is told to those whose searches the listing would show it for, and to nobody else', async () => {
    const books = [
      await post(market, seller, { name: 'Orgánic Chemistry', course: 'CHM 203', price: 40, ISBN: '0-306-40615-2' }),
      await post(market, seller, {
        name: 'Inorganic Chemistry',
        course: 'CHM 211',
        price: 15,
        condition: 'Worn a bit',
      }),
      await post(market, seller, { name: 'C++ für Anfänger', course: 'CSC 171', price: 15, edition: 2 }),
      await post(market, seller, { name: 'Chemistry 100% in Test_Tubes', course: 'CHM-131', price: 90 }),
    ]
    const searches = [
      { query: 'organic chem' },
      { query: 'ORGÁNIC' },
      { query: 'chm203' },
      { query: 'CHM-203' },
      { query: 'chm 2' },
      { query: '9780306406157' },
      { query: 'ISBN 0-306-40615-2' },
      { query: 'c++' },
      { query: '+' },
      { query: '0% in' },
      { query: 't_t' },
      { query: 'chemistry', maxPrice: 40 },
      { query: 'chemistry', minPrice: 40 },
      { query: 'chemistry', condition: 'worn' },
      { query: 'chemistry', course: 'chm 211' },
      { course: 'chm203' },
      { query: 'anfanger', edition: 2 },
      { query: 'anfanger', edition: 3 },
      { query: 'physics' },
    ]
    const people = await Promise.all(
      searches.map(async search => {
        const member = await market.member()
        await saved(member, search)
        return member
      }),
    )
    for (const bookID of books)
      for (const move of ['unlistBook', 'reactivateBook']) await market.send(`/books/${move}`, { bookID }, seller)

    for (const [at, { query, ...filters }] of searches.entries()) {
      const params = new URLSearchParams(
        Object.entries(filters).map(([name, value]) => [name, String(value)] as [string, string]),
      )
      const path = query === undefined ? '/books/getAllBooks' : `/books/search/${encodeURIComponent(query)}`
      const shown = idsOf(await market.get(`${path}?${params}`, people[at]))
      const told = await found(people[at] as Member)
      expect(told.sort(), JSON.stringify(searches[at])).toEqual(shown.filter(id => books.includes(id)).sort())
    }
    expect(await found(people.at(-1) as Member)).toEqual([])
    expect(await found(people[0] as Member)).toHaveLength(2)
  })

  test('is not told to its seller, to a suspended or a deleted account', async () => {
    const [suspended, gone, other] = [await market.member(), await market.member(), await market.member()]
    for (const member of [seller, suspended, gone, other]) await saved(member, { query: 'zoology' })
    await market.sql`update market.account set suspended_at = now() where id = ${suspended.id}`
    await market.sql`update market.account set deleted_at = now() where id = ${gone.id}`

    const book = await post(market, seller, { name: 'Zoology' })

    expect(await found(other)).toEqual([book])
    for (const member of [seller, suspended, gone]) expect(await found(member)).toEqual([])
  })

  test('is told once for several searches, not again when it is edited, and again when it is listed a day later', async () => {
    const member = await market.member()
    await saved(member, { name: 'One', query: 'botany' })
    await saved(member, { name: 'Two', query: 'botan', maxPrice: 30 })
    const relist = async (bookID: string) => {
      for (const move of ['unlistBook', 'reactivateBook']) await market.send(`/books/${move}`, { bookID }, seller)
    }
    const counts: number[] = []
    const count = async () => counts.push((await found(member)).length)

    const book = await post(market, seller, { name: 'Botany', price: 20 })
    await count()
    const edit = { bookID: book, name: 'Botany', edition: 1, course: 'BIO 1', price: 25, condition: 'Good' }
    await market.send('/books/editBook', edit, seller)
    await count()
    await relist(book)
    await count()
    later(25)
    await relist(book)
    await count()
    later(25)
    await market.send('/books/editBook', { ...edit, price: 26 }, seller)
    await count()

    expect(counts).toEqual([1, 1, 1, 2, 2])
  })

  test('a price that comes down into a search is told', async () => {
    const member = await market.member()
    await saved(member, { query: 'geology', maxPrice: 30 })
    const book = await post(market, seller, { name: 'Geology', price: 50 })
    expect(await found(member)).toEqual([])

    const edit = { bookID: book, name: 'Geology', edition: 1, course: 'GEO 1', price: 30, condition: 'Good' }
    await market.send('/books/editBook', edit, seller)

    expect(await found(member)).toEqual([book])
  })

  test('one job looks at so many searches, the next goes on, and two at once tell once', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => market.member()))
    for (const member of people) await saved(member, { query: 'astronomy' })
    const book = await post(market, seller, { name: 'Astronomy' })
    await market.matched()
    await market.sql`delete from market.notice where kind = 'bookFound'`
    await market.sql`delete from market.found_book`
    const tell = tellSearchers(openServices(market.options), 3)

    await Promise.all([tell({ book }), tell({ book })])
    const after = await market.sql`select from market.notice where kind = 'bookFound'`
    expect(after.length).toBeGreaterThanOrEqual(3)

    for (const member of people) expect(await found(member)).toEqual([book])
  })
})
