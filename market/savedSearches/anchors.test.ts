import { describe, expect, test } from 'vitest'
import { readQuery } from '../search/query.ts'
import { anchorsOf, keysOf } from './anchors.ts'

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
    const text = Array.from({ length: 580 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')

    expect(keysOf({ ...book, text }).length).toBeLessThan(3500)
  })
})
