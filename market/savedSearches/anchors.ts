import { courseKey } from '../books/course.ts'
import type { Filters } from '../books/filters.ts'
import type { SearchQuery } from '../search/query.ts'

/** Words are found by their beginning up to here: longer ones would make more keys of a book and find hardly less. */
const MOST_LETTERS = 6

/** What a book on sale is found by. */
export interface BookText {
  /** As the search reads it, `search_text`. */
  text: string
  isbn13: string | null
  courseKey: string
}

/**
 * Texts of which every book that a search finds has one among its keys. A new book looks its searches up by them in an
 * index, instead of being compared with all there are; whether a search finds it, the search itself decides. Empty when
 * there is neither a word nor a course, so that any book would have to be compared.
 */
export function anchorsOf(query: SearchQuery | undefined, { course }: Filters): string[] {
  const taught = courseKey(course ?? '')
  if (taught) return [byCourse(taught)]
  if (query?.isbn13) return [byIsbn(query.isbn13)]
  const longest = query?.words.reduce((long, word) => (word.length > long.length ? word : long), '')
  if (!longest) return []
  const word = [...longest].slice(0, MOST_LETTERS).join('')
  return query?.courseKey ? [word, byCourse(query.courseKey)] : [word]
}

/** Every text of up to six characters in a word of the book, since a search finds parts of words; its ISBN and course. */
export function keysOf({ text, isbn13, courseKey: taught }: BookText): string[] {
  const keys = new Set([byCourse(taught), ...(isbn13 ? [byIsbn(isbn13)] : [])])
  for (const word of text.split(' ')) {
    const letters = [...word]
    for (let at = 0; at < letters.length; at++) {
      let key = ''
      for (const letter of letters.slice(at, at + MOST_LETTERS)) {
        key += letter
        keys.add(key)
      }
    }
  }
  return [...keys]
}

/** Longer than any part of a word, so that they are never taken for one. */
const byCourse = (key: string) => `course:${key}`
const byIsbn = (isbn13: string) => `isbn13:${isbn13}`
