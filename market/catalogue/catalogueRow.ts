import { courseKey } from '../books/course.ts'
import { readIsbn } from '../books/isbn.ts'
import { tidy } from '../books/rules.ts'
import type { CatalogueBook } from './store.ts'

/** A book as a file tells it; texts as they are written there. */
export interface RawBook {
  isbn: string
  name: string
  edition: string
  authors: string
  price: string
  courses: readonly string[]
}

/** What can be stored, or why it cannot. */
export type ReadRow = { book: CatalogueBook } | { wrong: string }

const MOST_COURSES = 50

export function readRow(raw: RawBook): ReadRow {
  const isbn = readIsbn(raw.isbn)
  if (!isbn.isbn13) return { wrong: noIsbn(raw.isbn.trim().slice(0, 40)) }
  if (isbn.warning) return { wrong: `${isbn.typed.slice(0, 40)}: ${isbn.warning}` }
  const name = tidy(raw.name).slice(0, 300)
  if (name === '') return { wrong: 'no title' }
  const courses = new Map(raw.courses.map(course => [courseKey(course), tidy(course).slice(0, 40)]))
  return {
    book: {
      isbn13: isbn.isbn13,
      name,
      edition: editionOf(raw.edition),
      authors: tidy(raw.authors).slice(0, 200),
      listCents: centsIn(raw.price),
      courses: [...courses].flatMap(([key, course]) => (key ? [course] : [])).slice(0, MOST_COURSES),
    },
  }
}

/** A spreadsheet that takes an ISBN for a large number keeps six of its digits. */
function noIsbn(typed: string): string {
  if (typed === '') return 'no ISBN'
  const shortened = /^\d[.,]\d+E\+1\d$/i.test(typed)
  return shortened
    ? `${typed} was an ISBN before a spreadsheet shortened it: make the column text there and save it again`
    : `${typed} is no ISBN`
}

/** `8`, `8th`, `8E`. */
function editionOf(text: string): number {
  const number = Number(/\d{1,3}/.exec(text)?.[0] ?? 0)
  return number <= 900 ? number : 0
}

/** `$1,234.50`; nothing when it is no price. */
function centsIn(text: string): number | null {
  const plain = text.replace(/[$€£\s,]/g, '')
  if (!/^\d{1,6}(?:\.\d{1,4})?$/.test(plain)) return null
  return Math.round(Number(plain) * 100)
}
