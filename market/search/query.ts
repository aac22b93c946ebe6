import { courseKey } from '../books/course.ts'
import { isbnInQuery } from '../books/isbn.ts'
import { fold } from './fold.ts'

/** What a person may have meant by a line of text. */
export interface SearchQuery {
  /** The whole line in the one spelling to compare by, single blanks. */
  text: string
  words: string[]
  /** Set when the line is an ISBN and nothing else. */
  isbn13: string | undefined
  /** Set when the line is a course code in any spelling. */
  courseKey: string | undefined
}

const MOST_WORDS = 8

export function readQuery(line: string): SearchQuery {
  const text = fold(line).replace(/\s+/g, ' ').trim()
  const key = courseKey(line)
  return {
    text,
    words: text.split(' ').filter(Boolean).slice(0, MOST_WORDS),
    isbn13: isbnInQuery(line),
    courseKey: /^\p{L}{1,8}\d{1,5}\p{L}?$/u.test(key) ? key : undefined,
  }
}

/** Contained as it is: what LIKE would read as a wildcard is plain text here. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
