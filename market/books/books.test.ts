import { describe, expect, test } from 'vitest'
import { aBook, buy, idsOf, post } from '../testing/books.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'

const market = await startTestMarket()
const seller = await market.member()
const other = await market.member()

describe('postBook', () => {
  test('the book is listed for everyone', async () => {
    const { status, data } = await market.call('POST', '/books/postBook', {
      token: seller.token,
      body: aBook({ ISBN: '0-306-40615-2', Comments: 'Some notes in pencil' }),
    })

    expect(status).toBe(200)
    expect(data.book).toMatchObject({
      name: 'Calculus: Early Transcendentals',
      edition: 8,
      course: 'MTH 161',
      price: 45,
      condition: 'Good',
      comments: 'Some notes in pencil',
      Comments: 'Some notes in pencil',
      ISBN: '0-306-40615-2',
      isbn13: '9780306406157',
      isbnWarning: null,
      status: 0,
      owner: seller.id,
      buyer: '',
      date: market.clock.now.getTime(),
      pictures: [],
    })
    const listed = await market.call('GET', '/books/getBooksNoToken/10/0')
    expect(listed.data.books.map((book: { _id: string }) => book._id)).toContain(data.book._id)
  })

  test.each([
    ['bare', (book: object) => book],
    ['in data', (book: object) => ({ data: book })],
    ['in data.payload', (book: object) => ({ data: { payload: book } })],
  ])('takes the body %s', async (_, wrap) => {
    const reply = await market.call('POST', '/books/postBook', { token: seller.token, body: wrap(aBook()) })

    expect(reply.status).toBe(200)
  })

  test('400 when fields stand inside and beside the wrapper', async () => {
    const reply = await market.call('POST', '/books/postBook', {
      token: seller.token,
      body: { data: aBook(), name: 'Another' },
    })

    expect(reply.status).toBe(400)
    expect(reply.data.error).toMatch(/not both/)
  })

  test.each([
    ['name', undefined],
    ['name', '   '],
    ['name', 'x'.repeat(301)],
    ['name', 'nul \0 in it'],
    ['edition', undefined],
    ['edition', -1],
    ['edition', 'third'],
    ['course', undefined],
    ['course', ''],
    ['price', undefined],
    ['price', 0],
    ['price', 0.99],
    ['price', 200.01],
    ['price', 10.005],
    ['price', 'free'],
    ['condition', undefined],
    ['condition', ''],
  ])('400 naming %s when it is %j', async (field, value) => {
    const reply = await market.call('POST', '/books/postBook', { token: seller.token, body: aBook({ [field]: value }) })

    expect(reply.status).toBe(400)
    expect(reply.data).toMatchObject({ field })
    expect(reply.data.error).toContain(field)
  })

  test('a wrong check digit is told, not refused', async () => {
    const reply = await market.call('POST', '/books/postBook', {
      token: seller.token,
      body: aBook({ ISBN: '9780306406158' }),
    })

    expect(reply.status).toBe(200)
    expect(reply.data.book).toMatchObject({
      isbn13: '9780306406158',
      isbnWarning: expect.stringContaining('check digit'),
    })
  })
})

describe('getAllBooks', () => {
  test('with a token without your own, without a token all', async () => {
    const mine = await post(market, seller, { name: 'Mine alone' })

    const own = await market.call('GET', '/books/getAllBooks', { token: seller.token })
    const theirs = await market.call('GET', '/books/getAllBooks', { token: other.token })
    const nobodys = await market.call('GET', '/books/getAllBooks')

    expect(idsOf(own)).not.toContain(mine)
    expect(idsOf(theirs)).toContain(mine)
    expect(idsOf(nobodys)).toContain(mine)
  })

  test('401 with a token that is not good', async () => {
    const reply = await market.call('GET', '/books/getAllBooks', { token: 'not.a.token' })

    expect(reply.status).toBe(401)
    expect(reply.data.error).toBeTruthy()
  })
})

describe('getBooksNoToken', () => {
  test('limit and skip are rows, newest first, in a stable order', async () => {
    const all = await market.call('GET', '/books/getBooksNoToken/100/0')
    const first = await market.call('GET', '/books/getBooksNoToken/2/0')
    const second = await market.call('GET', '/books/getBooksNoToken/2/1')

    expect(idsOf(first)).toEqual(idsOf(all).slice(0, 2))
    expect(idsOf(second)).toEqual(idsOf(all).slice(1, 3))
  })

  test('never more than 100 rows', async () => {
    await market.sql`
      insert into market.book (owner_id, name, edition, course, course_key, price_cents, condition, posted_at, listed_at)
      select ${seller.id}, 'Filler ' || n, 1, 'FIL 100', 'FIL100', 1000, 'Good', '2026-01-01', '2026-01-01'
      from generate_series(1, 120) n`

    const reply = await market.call('GET', '/books/getBooksNoToken/100000/0')

    expect(reply.data.books).toHaveLength(100)
  })

  test.each(['-1/0', '1/-1', 'ten/0', '1/1.5'])('400 for /%s', async rest => {
    const reply = await market.call('GET', `/books/getBooksNoToken/${rest}`)

    expect(reply.status).toBe(400)
  })
})

describe('lookUpIsbn', () => {
  test('describes a book by what others wrote about it, whatever the spelling', async () => {
    await post(market, seller, { name: 'Looked up', edition: 4, ISBN: '0-19-852663-6', price: 20 })
    await post(market, other, { name: 'Looked up', edition: 4, ISBN: '9780198526636', price: 30 })

    const { status, data } = await market.call('GET', '/books/lookUp/978-0-19-852663-6', { token: seller.token })

    expect(status).toBe(200)
    expect(data.book).toMatchObject({
      name: 'Looked up',
      edition: 4,
      course: 'MTH 161',
      ISBN: '9780198526636',
      averagePrice: 25,
    })
  })

  test('404 for an ISBN nobody has posted, 400 for what is none', async () => {
    const unknown = await market.call('GET', '/books/lookUp/9780140449136', { token: seller.token })
    const none = await market.call('GET', '/books/lookUp/12', { token: seller.token })

    expect([unknown.status, none.status]).toEqual([404, 400])
  })
})

describe('editBook', () => {
  test('changes the description and keeps place and seller', async () => {
    const id = await post(market, seller)

    const reply = await market.call('POST', '/books/editBook', {
      token: seller.token,
      body: { bookID: id, ...aBook({ price: 12.5, condition: 'like_new', name: 'Calculus, shorter' }) },
    })

    expect(reply.status).toBe(200)
    expect(reply.data.book).toMatchObject({
      _id: id,
      price: 12.5,
      condition: 'Like New',
      name: 'Calculus, shorter',
      owner: seller.id,
    })
  })

  test('404 for the book of somebody else', async () => {
    const id = await post(market, seller)

    const reply = await market.call('POST', '/books/editBook', { token: other.token, body: { bookID: id, ...aBook() } })

    expect(reply.status).toBe(404)
  })

  test('409 once it is bought', async () => {
    const id = await post(market, seller)
    await buy(market, other, id)

    const reply = await market.call('POST', '/books/editBook', {
      token: seller.token,
      body: { bookID: id, ...aBook() },
    })

    expect(reply.status).toBe(409)
    expect(reply.data.status).toBe(1)
  })
})

describe('unlistBook, reactivateBook, renewBook, deleteBook', () => {
  test('unlisted books are not listed, reactivated ones are again', async () => {
    const id = await post(market, seller)

    await market.call('POST', '/books/unlistBook', { token: seller.token, body: { bookID: id } })
    const hidden = await market.call('GET', `/books/getBook/${id}`)
    const back = await market.call('POST', '/books/reactivateBook', { token: seller.token, body: { bookID: id } })
    const shown = await market.call('GET', `/books/getBook/${id}`)

    expect(hidden.status).toBe(404)
    expect(back.data.book.status).toBe(0)
    expect(shown.status).toBe(200)
  })

  test('409 when a book is unlisted twice or reactivated while on sale', async () => {
    const id = await post(market, seller)

    const early = await market.call('POST', '/books/reactivateBook', { token: seller.token, body: { bookID: id } })
    await market.call('POST', '/books/unlistBook', { token: seller.token, body: { bookID: id } })
    const twice = await market.call('POST', '/books/unlistBook', { token: seller.token, body: { bookID: id } })
    const renewed = await market.call('POST', '/books/renewBook', { token: seller.token, body: { bookID: id } })

    expect([early.status, twice.status, renewed.status]).toEqual([409, 409, 409])
  })

  test('a deleted book is gone everywhere', async () => {
    const id = await post(market, seller)
    await market.call('POST', '/user/addToCart', { token: other.token, body: { bookID: id } })

    const reply = await market.call('POST', '/books/deleteBook', { token: seller.token, body: { bookID: id } })

    expect(reply.status).toBe(200)
    expect((await market.call('GET', `/books/getBook/${id}`)).status).toBe(404)
    const cart = await market.call('GET', '/user/getCartItems', { token: other.token })
    expect(idsOf(cart)).not.toContain(id)
    const posts = await market.call('GET', '/books/getUsersPosts', { token: seller.token })
    expect(idsOf(posts)).not.toContain(id)
  })

  test.each([
    'deleteBook',
    'unlistBook',
    'reactivateBook',
    'renewBook',
  ])('404 from %s for an unknown book and for one of somebody else', async name => {
    const id = await post(market, seller)
    const unknown = await market.call('POST', `/books/${name}`, { token: seller.token, body: { bookID: 'nothing' } })
    const foreign = await market.call('POST', `/books/${name}`, { token: other.token, body: { bookID: id } })

    expect([unknown.status, foreign.status]).toEqual([404, 404])
  })
})
