import { describe, expect, test } from 'vitest'
import { escaped, isInTextOnly, patternOf, readTerm, searchKey } from './term.ts'

const refused = expect.objectContaining({ code: 'invalid', details: { field: 'term' } })

describe('a term', () => {
  test('is read in lower case, blanks made one, as its words', () => {
    expect(readTerm('  Big\t\n DEAL ')).toEqual({ text: 'big deal', words: ['big', 'deal'], exact: false })
    expect(readTerm('Big  Deal', true)).toEqual({ text: 'big deal', words: ['big deal'], exact: true })
  })

  test('has two characters at least, one where it is the whole value', () => {
    expect(readTerm('ab').text).toBe('ab')
    expect(readTerm('a', true).text).toBe('a')
    expect(() => readTerm(' a ')).toThrow(refused)
    expect(() => readTerm('  ', true)).toThrow(refused)
    expect(() => readTerm('a')).toThrow('at least 2 characters')
    expect(() => readTerm('', true)).toThrow(/at least 1 character$/)
    // A letter of two code units is one character.
    expect(() => readTerm('😀')).toThrow(refused)
  })

  test('has 500 characters at most, and ten words that count', () => {
    expect(readTerm('x'.repeat(500)).text).toHaveLength(500)
    expect(() => readTerm('x'.repeat(501))).toThrow(refused)
    expect(readTerm('a b c d e f g h i j k l').words).toEqual([...'abcdefghij'])
  })
})

test('a pattern finds the word anywhere, or as the whole line', () => {
  expect(patternOf('50%', false)).toBe('%50\\%%')
  expect(patternOf('a_b', true)).toBe('%\na\\_b\n%')
  expect(escaped('a\\b%c_d')).toBe('a\\\\b\\%c\\_d')
})

test('a key of the index spells what is not ASCII', () => {
  expect(searchKey('grün')).toBe('grxfcxn')
  expect(searchKey('a😀')).toBe('ax1f600x')
  expect(searchKey('plain ~')).toBe('plain ~')
})

test.each([
  ['deal', true],
  ['a1', true],
  ['2026-03', false],
  ['1e5', false],
  ['12:30', false],
  ['+49 1.5', false],
  ['grün', false],
])('%s is in text only: %s', (term, only) => {
  expect(isInTextOnly(readTerm(term, true))).toBe(only)
})

test('all words must be in text only', () => {
  expect(isInTextOnly(readTerm('deal 12'))).toBe(false)
})
