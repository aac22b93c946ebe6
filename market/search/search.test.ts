import { describe, expect, test } from 'vitest'
import { post } from '../testing/books.ts'
import { startTestMarket } from '../testing/startTestMarket.ts'
import { fold } from './fold.ts'

const made: Record<string, string> = {}

const market = await startTestMarket()
const seller = await market.member()
const books: Record<string, Record<string, unknown>> = {
  calculus: { name: 'Calculus: Early Transcendentals', course: 'MTH 161', ISBN: '0-306-40615-2', price: 45 },
  cpp: { name: 'The C++ Programming Language', course: 'CSC-253', price: 60, condition: 'Like New' },
  dalmatians: { name: 'The 101 Dalmatians', course: 'ENG101', price: 5, edition: 1 },
  percent: { name: '100% Organic_Chemistry', course: 'CHM 203', price: 30 },
  regex: { name: 'Mastering .* and (more)', course: 'CSC 254', price: 20 },
  sql: { name: `Robert'); drop table students;--`, course: 'CSC 255', price: 21 },
  letter: { name: 'R', course: 'STT 277', price: 12 },
  accents: { name: 'Größe und Café', course: 'GER 101', price: 23 },
  backslash: { name: 'Back\\slash', course: 'CSC 256', price: 22 },
}
for (const [key, book] of Object.entries(books)) made[key] = await post(market, seller, book)

async function find(query: string, rest = '') {
  const reply = await market.call('GET', `/books/search/public/${encodeURIComponent(query)}${rest}`)
  expect(reply.status).toBe(200)
  return reply.data.books.map((book: { _id: string }) => Object.keys(made).find(key => made[key] === book._id))
}

test('a whole word comes before a part of one', async () => {
  expect((await find('r'))[0]).toBe('letter')
})

describe('finds', () => {
  test.each([
    ['calculus', ['calculus']],
    ['CALCULUS', ['calculus']],
    ['transcendentals calculus', ['calculus']],
    ['alcul', ['calculus']],
    ['mth161', ['calculus']],
    ['MTH 161', ['calculus']],
    ['mth-161', ['calculus']],
    ['csc253', ['cpp']],
    ['eng 101', ['dalmatians']],
    ['0306406152', ['calculus']],
    ['0-306-40615-2', ['calculus']],
    ['9780306406157', ['calculus']],
    ['978-0-306-40615-7', ['calculus']],
    ['ISBN 978 0306 406157', ['calculus']],
    ['101 dalmatians', ['dalmatians']],
    ['C++', ['cpp']],
    ['c++ programming', ['cpp']],
    ['100%', ['percent']],
    ['organic_chemistry', ['percent']],
    ['%', ['percent']],
    ['_', ['percent']],
    ['.*', ['regex']],
    ['(more)', ['regex']],
    [`'); drop`, ['sql']],
    ['\\', ['backslash']],
    ['grosse cafe', ['accents']],
    ['GRÖSSE', ['accents']],
    ['CAFÉ', ['accents']],
    ['cafe\u0301', ['accents']],
    ['ogranic', ['percent']],
    ['dalmatinas', ['dalmatians']],
    ['progarmming', ['cpp']],
  ])('%j', async (query, expected) => {
    expect(await find(query)).toEqual(expected)
  })

  test.each([
    ['calclus', 'calculus'],
    ['trancendental', 'calculus'],
    ['dalmations', 'dalmatians'],
    ['programing langage', 'cpp'],
    ['organik chemistry', 'percent'],
  ])('%j with a typo', async (query, expected) => {
    expect(await find(query)).toContain(expected)
  })

  test.each(['zzzzqqqq', '9780306406150', '[a-z]+', 'c++++'])('nothing for %j', async query => {
    expect(await find(query)).toEqual([])
  })
})

describe('filters and pages', () => {
  test('price, condition, course and edition', async () => {
    expect(await find('the', '?maxPrice=10')).toEqual(['dalmatians'])
    expect(await find('programming', '?condition=like%20new')).toEqual(['cpp'])
    expect(await find('programming', '?condition=poor')).toEqual([])
    expect(await find('the', '?course=eng-101')).toEqual(['dalmatians'])
    expect(await find('the', '?edition=1&minPrice=1')).toEqual(['dalmatians'])
  })

  test('limit and skip walk through without repeating', async () => {
    const all = await find('c')
    const walked = [...(await find('c', '?limit=2')), ...(await find('c', '?limit=100&skip=2'))]

    expect(all.length).toBeGreaterThan(3)
    expect(walked).toEqual(all)
  })

  test('with a token your own are left out and the cart is marked', async () => {
    const buyer = await market.member()
    await market.call('POST', '/user/addToCart', { token: buyer.token, body: { bookID: made.calculus } })

    const own = await market.call('GET', '/books/search/calculus', { token: seller.token })
    const theirs = await market.call('GET', '/books/search/calculus', { token: buyer.token })

    expect(own.data.books).toEqual([])
    expect(theirs.data.books).toMatchObject([{ _id: made.calculus, inCart: true }])
  })

  test('401 without a token on the private search, 400 for blanks', async () => {
    expect((await market.call('GET', '/books/search/calculus')).status).toBe(401)
    expect((await market.call('GET', '/books/search/public/%20')).status).toBe(400)
  })
})

test.each([
  'Café',
  'GRÖSSE ß',
  'İstanbul',
  'Zażółć',
  '微积分',
  'mc²',
  'ﬁne',
])('%s is folded alike here and in the database', async text => {
  const [row] = await market.sql`select market.fold(${text}) as folded`

  expect(row?.folded).toBe(fold(text))
})
