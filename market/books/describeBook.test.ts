import { describe, expect, test } from 'vitest'
import type { Settings } from '../settings/settings.ts'
import { checkCourse, type Described, describeBook, line, tidy } from './rules.ts'

const settings = { coursePattern: 'AAA 999', priceCapCents: 50_000 } as Settings
const given: Described = { name: 'Calculus', edition: 3, course: 'MTH 101', price: 12.5, condition: 'Good' }
const described = (change: Partial<Described> = {}) => describeBook({ ...given, ...change }, settings)
const naming = (field: string) => expect.objectContaining({ code: 'invalid', details: { field } })

test('a book is stored as it is described', () => {
  expect(described({ ISBN: '0-306-40615-2', comments: 'as new' })).toEqual({
    name: 'Calculus',
    author: '',
    edition: 3,
    course: 'MTH 101',
    courseKey: 'MTH101',
    priceCents: 1250,
    condition: 'Good',
    comments: 'as new',
    isbn: { typed: '0-306-40615-2', isbn13: '9780306406157', warning: null },
  })
  expect(described()).toMatchObject({ comments: '', isbn: { typed: '', isbn13: null } })
  expect(described({ author: ' James  Stewart ' }).author).toBe('James Stewart')
  expect(described({ Comments: 'older spelling' }).comments).toBe('older spelling')
})

describe('a course', () => {
  test('fits the pattern of the operator', () => {
    expect(checkCourse('mth-101', settings)).toBe('mth-101')
    expect(checkCourse('anything', { coursePattern: '' })).toBe('anything')
    expect(() => described({ course: 'MATH 1' })).toThrow(naming('course'))
  })

  test('has a letter or a digit', () => {
    expect(checkCourse('é', { coursePattern: '' })).toBe('é')
    expect(checkCourse('7', { coursePattern: '' })).toBe('7')
    expect(() => checkCourse('--', { coursePattern: '' })).toThrow('needs a letter or a digit')
    expect(() => checkCourse('--', { coursePattern: '' })).toThrow(naming('course'))
  })
})

describe('a price', () => {
  test.each([1, 500, 12.34])('of %d is within the range', price => {
    expect(described({ price }).priceCents).toBe(Math.round(price * 100))
  })

  test.each([0.99, 500.01, -5])('of %d is not', price => {
    expect(() => described({ price })).toThrow(naming('price'))
    expect(() => described({ price })).toThrow('price must be from $1.00 to $500.00')
  })

  test('has two decimal places', () => {
    expect(() => described({ price: 1.005 })).toThrow(naming('price'))
  })
})

test.each([
  ['like new', 'Like New'],
  [' LIKE_-new ', 'Like New'],
  ['poor', 'Poor'],
  ['Slightly  used', 'Slightly used'],
  ['likenew', 'likenew'],
])('the condition %s is stored as %s', (condition, stored) => {
  expect(described({ condition }).condition).toBe(stored)
})

describe('a line of text', () => {
  test('has single blanks and nothing nobody sees', () => {
    expect(tidy('  two\t\n words\u0000 ')).toBe('two words')
    expect(tidy('so\u00adft\u200b\u202eturned')).toBe('softturned')
    expect(tidy('e\u0301')).toBe('é')
  })

  test.each(['5', 'é', '!', '$'])('may be %s alone', text => {
    expect(line(text, 'name')).toBe(text)
  })

  test.each(['', '  ', '\u200b', '\u0000'])('is not %j', text => {
    expect(() => line(text, 'name')).toThrow(naming('name'))
    expect(() => described({ name: text })).toThrow(naming('name'))
    expect(() => described({ course: text })).toThrow(naming('course'))
    expect(() => described({ condition: text })).toThrow(naming('condition'))
  })
})

test('comments keep their lines and tabs', () => {
  expect(described({ comments: ' one\r\ntwo\rthree\n\tfour\u0007 ' }).comments).toBe('one\ntwo\nthree\n\tfour')
})
