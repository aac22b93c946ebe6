import { describe, expect, test } from 'vitest'
import { courseKey, fitsPattern } from './course.ts'
import { isbnInQuery, readIsbn } from './isbn.ts'
import { centsOf, dollars } from './money.ts'
import { MOVES, moveBetween, STATUSES, statusWord } from './moves.ts'

describe('readIsbn', () => {
  test.each([
    ['0-306-40615-2', '9780306406157'],
    ['0306406152', '9780306406157'],
    ['978-0-306-40615-7', '9780306406157'],
    ['080442957x', '9780804429573'],
    ['979-10-90636-07-1', '9791090636071'],
    ['ISBN-13: 978-0-306-40615-7', '9780306406157'],
    ['ISBN-10 0306406152', '9780306406157'],
    ['978–0–306–40615–7', '9780306406157'],
  ])('%s is %s', (typed, isbn13) => {
    expect(readIsbn(typed)).toEqual({ typed, isbn13, warning: null })
  })

  test.each(['0306406153', '9780306406158'])('%s has a wrong check digit', typed => {
    expect(readIsbn(typed).warning).toContain('check digit')
    expect(readIsbn(typed).isbn13).toHaveLength(13)
  })

  test('other lengths are kept and told', () => {
    expect(readIsbn('12345')).toEqual({ typed: '12345', isbn13: null, warning: expect.stringContaining('10 or 13') })
    expect(readIsbn('  ')).toEqual({ typed: '', isbn13: null, warning: null })
  })

  test.each([
    ['978 0306 406157', '9780306406157'],
    ['ISBN: 0-306-40615-2', '9780306406157'],
    ['ISBN-13: 978-0-306-40615-7', '9780306406157'],
    ['978–0–306–40615–7', '9780306406157'],
    [' ISBN 0306406152 ', '9780306406157'],
    ['0306406152 calculus', undefined],
    ['101 Dalmatians', undefined],
    ['101', undefined],
    ['calculus 9780306406157', undefined],
  ])('the query %s is read as %s', (query, isbn13) => {
    expect(isbnInQuery(query)).toBe(isbn13)
  })
})

describe('courses', () => {
  test.each(['mth101', 'MTH 101', 'Mth-101', ' mth  101 '])('%s is MTH101', course => {
    expect(courseKey(course)).toBe('MTH101')
  })

  test.each([
    ['mth 101', 'AAA 999', true],
    ['MTH101', 'AAA 999', true],
    ['MATH 101', 'AAA 999', false],
    ['MATH 101', 'AAA 999, AAAA 999', true],
    ['CS 1', 'AAA 999', false],
    ['anything', '', true],
  ])('%s against %s: %s', (course, pattern, fits) => {
    expect(fitsPattern(course, pattern)).toBe(fits)
  })
})

describe('money', () => {
  test('dollars to cents without losing one', () => {
    for (let cents = 100; cents < 20_000; cents += 7) expect(centsOf(cents / 100)).toBe(cents)
    expect(() => centsOf(1.005)).toThrow('two decimal places')
    expect(() => centsOf(Number.NaN)).toThrow()
  })

  test('is shown with two decimals', () => {
    expect([dollars(0), dollars(5), dollars(123456), dollars(-250)]).toEqual(['$0.00', '$0.05', '$1,234.56', '−$2.50'])
  })
})

describe('moves', () => {
  test('an admin finds exactly the moves of an admin', () => {
    const found = STATUSES.flatMap(from =>
      STATUSES.flatMap(to => {
        const step = moveBetween(from, to, ['admin'])
        return step ? [`${from}→${to} ${step.move}`] : []
      }),
    )

    expect(found).toEqual(['1→0 cancel', '1→2 charge', '1→5 reject', '2→0 refund', '2→3 pay'])
  })

  test('nothing leads out of delivered, and nothing into 4', () => {
    const moves = Object.values(MOVES)

    expect(moves.some(move => (move.from as number) === 3)).toBe(false)
    expect(moves.some(move => (move.to as number) === 4)).toBe(false)
  })
})

test('every status has a word, and nothing else has', () => {
  expect(STATUSES.map(statusWord)).toEqual(['on sale', 'bought', 'charged', 'delivered', 'unlisted'])
  expect([4, -1, 6].map(statusWord)).toEqual(['unknown', 'unknown', 'unknown'])
})
