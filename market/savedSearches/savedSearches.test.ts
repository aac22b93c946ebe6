import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { eraseAccount } from '../account/eraseAccount.ts'
import { openServices } from '../openServices.ts'
import { readQuery } from '../search/query.ts'
import { askPage } from '../testing/askPage.ts'
import { buy, idsOf, post } from '../testing/books.ts'
import type { Member } from '../testing/openTestMarket.ts'
import { releaseTogether } from '../testing/releaseTogether.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { anchorsOf, keysOf } from './anchors.ts'
import { MAIL_FOUND } from './mailFound.ts'
import { tellSearchers } from './tellSearchers.ts'

const market = await startTestMarket()
const seller = await market.member()

const save = (member: Member, body: object) => market.send('/user/saveSearch', { name: 'Mine', ...body }, member)
const saved = async (member: Member, body: object) => (await save(member, body)).data.search._id as string
const listed = async (member: Member) => (await market.get('/user/getSavedSearches', member)).data.searches

async function found(member: Member): Promise<string[]> {
  await market.matched()
  const rows = await market.sql<{ link: string }[]>`
    select link from market.notice where account_id = ${member.id} and kind = 'bookFound' order by id`
  return rows.map(({ link }) => link.replace('/market/books/', ''))
}

async function mailsOf(member: Member) {
  await market.matched()
  await market.task(MAIL_FOUND)
  return (await market.mails(member.email)).filter(mail => mail.subject.includes('new book'))
}

function later(hours: number) {
  market.clock.now = new Date(market.clock.now.getTime() + hours * 3_600_000)
}

describe('a saved search', () => {
  test('is listed as it was saved, and deleted by its owner only', async () => {
    const [member, stranger] = [await market.member(), await market.member()]
    const id = await saved(member, { name: ' Cheap  maths ', query: 'calculus', maxPrice: 20.5, condition: 'Good' })

    const foreign = await market.send('/user/deleteSavedSearch', { searchID: id }, stranger)
    const muted = await market.send('/user/changeSavedSearch', { searchID: id, mail: false }, stranger)

    expect([foreign.status, muted.status, (await listed(stranger)).length]).toEqual([404, 404, 0])
    expect(await listed(member)).toMatchObject([
      { _id: id, name: 'Cheap maths', query: 'calculus', maxPrice: 20.5, condition: 'Good', course: null, mail: true },
    ])
    expect((await market.send('/user/deleteSavedSearch', { searchID: id }, member)).status).toBe(200)
    expect(await listed(member)).toEqual([])
  })

  test.each([
    [{ query: '' }, 400, 'query'],
    [{ query: ' \u0301 ', maxPrice: 20 }, 400, 'query'],
    [{ maxPrice: 20, condition: 'Good' }, 400, 'query'],
    [{ name: ' ', query: 'x' }, 400, 'name'],
    [{ query: 'x', minPrice: -1 }, 400, 'minPrice'],
    [{ query: '\u0301', course: 'MTH 161' }, 200, undefined],
  ])('%j is answered with %i', async (body, status, field) => {
    const reply = await save(await market.member(), body)

    expect([reply.status, reply.data.field]).toEqual([status, field])
  })

  test('409 for a name that is taken, and for the twenty-first, also of two at once', async () => {
    const member = await market.member()
    for (let number = 1; number < 20; number++) await save(member, { name: `Number ${number}`, query: 'x' })
    const again = await save(member, { name: 'number 7', query: 'y' })

    const both = await releaseTogether(
      market,
      2,
      sql => sql`select from market.account where id = ${member.id} for update`,
      () => ['A', 'B'].map(name => save(member, { name, query: 'x' })),
    )

    expect([again.status, again.data.field]).toEqual([409, 'name'])
    expect(both.map(reply => reply.status).sort()).toEqual([200, 409])
    expect(await listed(member)).toHaveLength(20)
  })
})

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

describe('the mail of a saved search', () => {
  test('gathers the new books that are still on sale, at most once a day', async () => {
    const [member, buyer] = [await market.member(), await market.member()]
    await saved(member, { name: 'Music', query: 'harmony' })
    const posted = (name: string) => post(market, seller, { name, course: 'MUS 110', price: 12 })
    await posted('Harmony one')
    await posted('Harmony two')
    await buy(market, buyer, await posted('Harmony sold'))

    const first = await mailsOf(member)
    await posted('Harmony three')
    later(23)
    const tooEarly = await mailsOf(member)
    later(2)
    await posted('Harmony four')
    const second = await mailsOf(member)
    const third = await mailsOf(member)

    expect([first.length, tooEarly.length, second.length, third.length]).toEqual([1, 1, 2, 2])
    expect(first[0]?.subject).toBe('2 new books for “Music”')
    expect(first[0]?.text).toMatch(/Harmony two\nMUS 110 · Good · \$12.*Harmony one/s)
    expect(first[0]?.text).not.toContain('sold')
    expect(second[1]?.text).toMatch(/Harmony four.*Harmony three/s)
    expect(second[1]?.text).not.toContain('Harmony one')
  })

  test('does not come for a deleted search, nor to somebody who was suspended meanwhile', async () => {
    const [deleter, suspended] = [await market.member(), await market.member()]
    const id = await saved(deleter, { query: 'geography' })
    await saved(suspended, { query: 'geography' })
    await post(market, seller, { name: 'Geography' })
    expect([await found(deleter), await found(suspended)].map(all => all.length)).toEqual([1, 1])

    await market.send('/user/deleteSavedSearch', { searchID: id }, deleter)
    await market.sql`update market.account set suspended_at = now() where id = ${suspended.id}`

    expect([await mailsOf(deleter), await mailsOf(suspended)]).toEqual([[], []])
  })

  test('ends by its link: a page on GET and HEAD, one click or the button on POST; notices go on', async () => {
    const member = await market.member()
    await saved(member, { query: 'ecology' })
    await post(market, seller, { name: 'Ecology' })
    const [mail] = await mailsOf(member)
    const link = mail?.links.find(one => one.includes('/market/unsubscribe-search/')) ?? ''
    const ask = (method: string, url = link) => market.fetch(new Request(url, { method }))

    const pages = [await ask('GET'), await ask('HEAD'), await ask('POST', `${link.slice(0, -1)}x`)]
    const before = (await listed(member))[0].mail
    const done = await ask('POST')
    later(25)
    await post(market, seller, { name: 'Ecology again' })

    const head = (await readFile(mail?.file ?? '', 'utf8')).replace(/\r?\n\s+/g, ' ')
    expect(head).toContain(`List-Unsubscribe: <${link}>`)
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 404])
    expect([before, done.status, (await listed(member))[0].mail]).toEqual([true, 200, false])
    expect(await mailsOf(member)).toHaveLength(1)
    expect(await found(member)).toHaveLength(2)
  })
})

test('the pages offer, save, show, mute and delete a search; one that is refused keeps what was typed', async () => {
  const member = await market.member()
  const page = async (path: string, form?: Record<string, string>) => {
    const response = await askPage(market, path, { member, ...(form && { form }) })
    return { status: response.status, to: response.headers.get('location'), html: await response.text() }
  }
  const form = { name: 'From the page', query: 'latin', maxPrice: '20', course: '', condition: '' }

  const listing = await page('?q=latin&maxPrice=20')
  const made = await page('/searches', form)
  const refused = await page('/searches', form)
  const list = await page('/searches')
  const id = (await listed(member))[0]._id
  await page(`/searches/${id}/mail`, { mail: 'false' })
  const muted = await page('/searches')
  await page(`/searches/${id}/delete`, {})

  expect(listing.html).toMatch(/name="query" value="latin".*name="maxPrice" value="20"/s)
  for (const path of ['', '?maxPrice=20']) expect((await page(path)).html).not.toContain('Save this search')
  expect(await (await askPage(market, '?q=latin')).text()).not.toContain('Save this search')
  expect([made.status, made.to]).toEqual([303, '/market/searches?done=searchsaved'])
  expect(refused.status).toBe(409)
  expect(refused.html).toMatch(/value="From the page".*Name of the search is that of another/s)
  expect(list.html).toContain('href="/market?q=latin&amp;maxPrice=20"')
  expect(muted.html).toContain('No mail')
  expect(await listed(member)).toEqual([])
})

test('who leaves takes their searches along, and an export holds them', async () => {
  const member = await market.member()
  await saved(member, { name: 'Exported', query: 'greek' })

  const { data } = await market.get('/user/exportData', member)
  await market.database.write(sql => eraseAccount(sql, member.id, market.clock.now))

  expect(data.savedSearches).toMatchObject([{ name: 'Exported', query: 'greek', mail: true }])
  expect(await market.sql`select from market.saved_search where owner_id = ${member.id}`).toHaveLength(0)
})

describe('the anchors of a search', () => {
  const book = { text: 'organic chemistry chm 203 chm203', isbn13: '9780306406157', courseKey: 'CHM203' }
  const finds = (line: string, filters = {}) => {
    const keys = new Set(keysOf(book))
    return anchorsOf(readQuery(line), filters).some(anchor => keys.has(anchor))
  }

  test.each([
    'organic',
    'rgani',
    'chemistry',
    'istry',
    'c',
    'CHM-203',
    'chm 203',
    '978-0-306-40615-7',
  ])('hold %s, which is in the book', line => {
    expect(finds(line)).toBe(true)
  })

  test.each(['physics', 'organza', 'CHM-204', '9780306406158'])('leave out %s, which is not', line => {
    expect(finds(line)).toBe(false)
  })

  test('the keys of the longest book are few enough to be looked up', () => {
    const text = Array.from({ length: 380 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')

    expect(keysOf({ ...book, text }).length).toBeLessThan(2300)
  })
})
