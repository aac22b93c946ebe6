import { beforeEach, describe, expect, test } from 'vitest'
import { openServices } from '../openServices.ts'
import { aBook, buy, matchesOf, post, requestBook } from '../testing/books.ts'
import { heldAt } from '../testing/heldAt.ts'
import { HELD_OUT_NEAR_MISSES, HELD_OUT_WANTED } from '../testing/heldOutTitles.ts'
import type { Member } from '../testing/openTestMarket.ts'
import { releaseTogether } from '../testing/releaseTogether.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { asWritten, WANTED } from '../testing/titles.ts'
import { untilBlocked } from '../testing/untilBlocked.ts'
import { booksThatFit, requestsThatFit } from './fittingTitles.ts'
import { matchAll, matchBook, matchRequest } from './matching.ts'

const market = await startTestMarket()
let seller: Member
let student: Member

beforeEach(async () => {
  seller = await market.member()
  student = await market.member()
})

const notices = async (member: Member, kind: string) => {
  await market.matched()
  const reply = await market.call('GET', '/user/getNotifications', { token: member.token })
  return reply.data.notifications.filter((notice: { kind: string }) => notice.kind === kind)
}

describe('a posted book finds open requests', () => {
  test.each([
    ['isbn', { name: 'Whatever it says', ISBN: '0306406152' }, { name: 'Other words', ISBN: '978-0-306-40615-7' }, 1],
    ['course', { name: 'Zoology', course: 'bio-110' }, { name: 'Anatomy atlas', course: 'BIO 110' }, 0.6],
    ['title', { name: 'organic chemistry' }, { name: 'Organic Chemistry, Clayden', course: 'CHM 203' }, 1],
    [
      'title',
      { name: 'Micro Economics Principles' },
      { name: 'Microeconomics principles', course: 'ECO 1' },
      undefined,
    ],
  ])('by %s', async (reason, wanted, posted, score) => {
    await requestBook(market, student, wanted)

    const book = await post(market, seller, posted)

    const found = await matchesOf(market, student)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ _id: book, reason })
    if (score) expect(found[0]?.score).toBe(score)
    expect(await notices(student, 'matchFound')).toHaveLength(1)
    const mails = (await market.mails(student.email)).filter(mail => mail.subject.startsWith('Found'))
    expect(mails).toHaveLength(1)
  })

  test('not what is too different', async () => {
    await requestBook(market, student, { name: 'Linear Algebra Done Right', course: 'MTH 235' })

    await post(market, seller, { name: 'The History of Rome', course: 'HIS 101' })

    expect(await matchesOf(market, student)).toEqual([])
  })

  test('a title of signs is compared as it is', async () => {
    await requestBook(market, student, { name: 'C++' })

    const right = await post(market, seller, { name: 'The C++ Programming Language', course: 'CSC 1' })
    await post(market, seller, { name: 'Programming in C', course: 'CSC 2' })

    expect((await matchesOf(market, student)).map(book => book._id)).toEqual([right])
  })

  test('never your own', async () => {
    await requestBook(market, student, { name: 'My own book', course: 'OWN 100' })

    await post(market, student, { name: 'My own book', course: 'OWN 100' })

    expect(await matchesOf(market, student)).toEqual([])
    expect(await notices(student, 'matchFound')).toEqual([])
  })
})

describe('a request finds books on sale', () => {
  test('best first', async () => {
    const byCourse = await post(market, seller, { name: 'Sea shanties', course: 'XQZ 771' })
    const byIsbn = await post(market, seller, { name: 'Lanterns', course: 'XQA 1', ISBN: '9780131103627' })

    await requestBook(market, student, { name: 'Kayaks', course: 'xqz771', ISBN: '0131103628' })

    expect((await matchesOf(market, student)).map(book => book._id)).toEqual([byIsbn, byCourse])
  })

  test('not books that are sold or unlisted', async () => {
    const sold = await post(market, seller, { name: 'Quokka husbandry', course: 'QUO 1' })
    const unlisted = await post(market, seller, { name: 'Quokka husbandry', course: 'QUO 1' })
    await buy(market, await market.member(), sold)
    await market.call('POST', '/books/unlistBook', { token: seller.token, body: { bookID: unlisted } })

    await requestBook(market, student, { name: 'Quokka husbandry', course: 'QUO 1' })

    expect(await matchesOf(market, student)).toEqual([])
  })

  test('400 without a name, 400 for a course that does not fit the pattern', async () => {
    const nameless = await market.call('POST', '/books/requestBook', { token: student.token, body: { course: 'A 1' } })
    await market.sql`update market.setting set course_pattern = 'AAA 999'`
    const odd = await market.call('POST', '/books/requestBook', {
      token: student.token,
      body: { name: 'Some', course: 'Whatever' },
    })
    const fine = await market.call('POST', '/books/requestBook', {
      token: student.token,
      body: { name: 'Some', course: 'mth101' },
    })
    await market.sql`update market.setting set course_pattern = ''`

    expect([nameless.status, odd.status, fine.status]).toEqual([400, 400, 200])
    expect(odd.data.field).toBe('course')
  })
})

describe('changes', () => {
  test('edit makes and unmakes matches; a pair that comes back is not told again', async () => {
    await requestBook(market, student, { name: 'Thermodynamics of snow' })
    const book = await post(market, seller, { name: 'Gardening', course: 'GAR 1' })
    const edit = (name: string) =>
      market.call('POST', '/books/editBook', {
        token: seller.token,
        body: { bookID: book, ...aBook({ name, course: 'GAR 1' }) },
      })

    await edit('Thermodynamics of snow')
    const made = await matchesOf(market, student)
    await edit('Gardening')
    const unmade = await matchesOf(market, student)
    await edit('Thermodynamics of snow')
    const again = await matchesOf(market, student)

    expect([made.length, unmade.length, again.length]).toEqual([1, 0, 1])
    expect(await notices(student, 'matchFound')).toHaveLength(1)
    const mails = (await market.mails(student.email)).filter(mail => mail.subject.startsWith('Found'))
    expect(mails).toHaveLength(1)
  })

  test('a job that read a book before it was edited does not drop what the edit found', async () => {
    const { database, options } = market
    await requestBook(market, student, { name: 'Glaciology of small lakes' })
    const book = await post(market, seller, { name: 'Beekeeping', course: 'BEE 1' })
    await market.matched()
    const atStore = heldAt(database, 'insert into market.match')
    const services = { ...openServices(options), database: atStore.database }

    const early = matchAll(services)({ book })
    await atStore.reached
    const changed = { bookID: book, ...aBook({ name: 'Glaciology of small lakes', course: 'BEE 1' }) }
    const edit = market.send('/books/editBook', changed, seller).then(() => market.matched())
    await untilBlocked(market, edit)
    atStore.release()
    await Promise.all([early, edit])

    expect(await matchesOf(market, student)).toMatchObject([{ _id: book }])
  })

  test('reactivating finds requests made in between', async () => {
    const book = await post(market, seller, { name: 'Wombat ecology', course: 'WOM 1' })
    await market.call('POST', '/books/unlistBook', { token: seller.token, body: { bookID: book } })
    await requestBook(market, student, { name: 'Wombat ecology' })
    expect(await matchesOf(market, student)).toEqual([])

    await market.call('POST', '/books/reactivateBook', { token: seller.token, body: { bookID: book } })

    expect((await matchesOf(market, student)).map(found => found._id)).toEqual([book])
  })

  test('buying a match satisfies the request; a cancelled purchase opens it again', async () => {
    const id = await requestBook(market, student, { name: 'Ibex anatomy' })
    const book = await post(market, seller, { name: 'Ibex anatomy', course: 'IBX 1' })
    const status = async () =>
      (await market.call('GET', '/user/getRequests', { token: student.token })).data.requests.find(
        (one: { _id: string }) => one._id === id,
      ).status

    await buy(market, student, book)
    const bought = await status()
    await market.call('POST', '/user/cancelPurchase', { token: student.token, body: { bookID: book } })

    expect([bought, await status()]).toEqual([1, 0])
    expect((await matchesOf(market, student))[0]).toMatchObject({ _id: book, score: 1 })
  })

  test('what is plain to see is found with the post, the rest after it; every pair is told once', async () => {
    const asking = await Promise.all(Array.from({ length: 23 }, () => market.member()))
    for (const member of asking) await requestBook(market, member, { name: 'Narwhal navigation' })
    const typo = await market.member()
    await requestBook(market, typo, { name: 'Narwal navigaton' })

    const book = await post(market, seller, { name: 'Narwhal navigation', course: 'NAR 1' })
    const [atOnce] = await market.sql`select count(*)::integer as count from market.match where book_id = ${book}`

    expect(atOnce?.count).toBeGreaterThanOrEqual(20)
    expect(await matchesOf(market, typo)).toMatchObject([{ _id: book, reason: 'title' }])
    for (const member of [...asking, typo]) expect(await notices(member, 'matchFound')).toHaveLength(1)
  })

  test('a pair that is found by its book and by its request at the same moment is told once', async () => {
    const wanted = await requestBook(market, student, { name: 'Simultaneous otters' })
    const book = await post(market, seller, { name: 'Simultaneous otters', course: 'OTT 1' })
    await market.matched()
    await market.sql`delete from market.match where request_id = ${wanted}`
    await market.sql`delete from market.notice where account_id = ${student.id}`
    const { database, clock } = market

    await releaseTogether(
      market,
      2,
      sql => sql`lock table market.match in share mode`,
      () => [
        database.write(sql => matchBook(sql, book, clock.now)),
        database.write(sql => matchRequest(sql, wanted, clock.now)),
      ],
    )

    expect(await matchesOf(market, student)).toMatchObject([{ _id: book }])
    expect(await notices(student, 'matchFound')).toHaveLength(1)
  })

  // This counts, and forces no race: each post writes a pair of its own.
  test('ten books posted together are all found, and each is told once', async () => {
    await requestBook(market, student, { name: 'Concurrent lemmings' })

    await Promise.all(
      Array.from({ length: 10 }, () => post(market, seller, { name: 'Concurrent lemmings', course: 'LEM 1' })),
    )

    expect(await matchesOf(market, student)).toHaveLength(10)
    expect(await notices(student, 'matchFound')).toHaveLength(10)
  })
})

describe('match mails', () => {
  test('carry an unsubscribe link; after it no more of them come', async () => {
    await requestBook(market, student, { name: 'Unwanted mail' })
    await post(market, seller, { name: 'Unwanted mail', course: 'UNW 1' })
    const [mail] = (await market.mails(student.email)).filter(sent => sent.subject.startsWith('Found'))
    const link = mail?.links.find(one => one.includes('/unsubscribe/')) ?? ''

    const page = await market.fetch(new Request(link))
    const stopped = await market.fetch(new Request(link, { method: 'POST' }))
    await post(market, seller, { name: 'Unwanted mail', course: 'UNW 2' })

    expect(page.status).toBe(200)
    expect(stopped.status).toBe(200)
    expect(await matchesOf(market, student)).toHaveLength(2)
    expect((await market.mails(student.email)).filter(sent => sent.subject.startsWith('Found'))).toHaveLength(1)
  })

  test.each([
    ['of somebody else', '0'.repeat(48)],
    ['with letters no link has', 'é'.repeat(48)],
  ])('404 for an unsubscribe link %s', async (_, token) => {
    const reply = await market.fetch(
      new Request(`http://market.test/market/unsubscribe/${student.id}/${token}`, { method: 'POST' }),
    )

    expect(reply.status).toBe(404)
  })
})

test('open requests with words like those of a title are found by an index', async () => {
  const plan = await market.sql.begin(async sql => {
    await sql`set local enable_seqscan = off`
    await sql`set local enable_indexscan = off`
    return sql`explain select from market.request where status = 0 and (title %> 'narwhal' or title %> 'navigation')`
  })

  expect(JSON.stringify(plan)).toContain('request_title')
})

test('a title is found among a thousand, from the book and from the request', async () => {
  // A part of them, each with its book and its request: all take a minute.
  const wanted = [...WANTED, ...HELD_OUT_WANTED].filter((_, at) => at % 6 === 0)
  const offered = [...wanted, ...WANTED, ...HELD_OUT_WANTED, ...HELD_OUT_NEAR_MISSES].map(pair => pair.offered)
  const books = await market.sql<{ id: string }[]>`
    insert into market.book (owner_id, name, author, edition, course, course_key, price_cents, condition, posted_at, listed_at)
    select ${seller.id}, title, author, 0, 'NONE', 'NONE', 100, 'Good', now(), now()
    from unnest(${offered.map(one => one.title)}::text[], ${offered.map(one => one.author)}::text[]) as each (title, author)
    returning id`
  const requests = await market.sql<{ id: string }[]>`
    insert into market.request (owner_id, name, author, created_at)
    select ${student.id}, title, author, now()
    from unnest(${wanted.map(({ asked }) => asked.title)}::text[], ${wanted.map(({ asked }) => asked.author)}::text[])
      as each (title, author)
    returning id`

  const missed = await market.database.write(async sql => {
    const ends = [...wanted.entries()].map(([at, pair]) => ({ pair, book: books[at]?.id, request: requests[at]?.id }))
    const missed: string[] = []
    for (const { pair, book = '', request = '' } of ends) {
      if (!(await booksThatFit(sql, request)).some(({ id }) => id === book)) missed.push(`book of ${asWritten(pair)}`)
      if (!(await requestsThatFit(sql, book)).some(({ id }) => id === request))
        missed.push(`request of ${asWritten(pair)}`)
    }
    return missed
  })

  expect(missed).toEqual([])
})
