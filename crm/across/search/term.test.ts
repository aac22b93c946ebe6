import { describe, expect, test } from 'vitest'
import { escaped, isInTextOnly, patternOf, phoneDigits, readTerm, respelled, searchKey } from './term.ts'

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

describe('umlauts', () => {
  const spellings = (term: string, exact = false) => respelled(readTerm(term, exact)).map(({ text }) => text)

  test.each([
    ['müller', ['mueller']],
    ['mueller', ['müller']],
    ['jaeger oetker', ['jäger ötker']],
    ['ärger', ['aerger']],
    ['größe', ['groesse']],
    ['groesse', ['grösse', 'größe', 'groeße']],
    ['strasse', ['straße']],
    ['lee', []],
    ['anna', []],
  ])('%s is also looked for as %j', (term, others) => {
    expect(spellings(term)).toEqual(others)
  })

  test('stay as they are in a term that is the whole value', () => {
    expect(spellings('mueller', true)).toEqual([])
  })

  test('make words as those of the term', () => {
    expect(respelled(readTerm('Frau Müller'))).toEqual([
      { text: 'frau mueller', words: ['frau', 'mueller'], exact: false },
    ])
  })

  test('may make a term shorter or longer than one may be given', () => {
    expect(spellings('oe')).toEqual(['ö'])
    expect(spellings('ss')).toEqual(['ß'])
    expect(spellings('ä'.repeat(500))).toEqual(['ae'.repeat(500)])
  })
})

test.each([
  ['+49 (171) 555-666', '49171555666'],
  ['0049/171.555', '49171555'],
  ['000123456', '123456'],
  ['100 200', '100200'],
  ['0012345', undefined],
  ['123456 a', undefined],
  ['a 123456', undefined],
  ['()', undefined],
])('%s as digits of a phone number: %s', (term, digits) => {
  expect(phoneDigits(readTerm(term))).toBe(digits)
})

test('a term that is the whole value is no part of a phone number', () => {
  expect(phoneDigits(readTerm('123456', true))).toBeUndefined()
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
