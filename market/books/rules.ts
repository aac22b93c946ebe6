import { failure } from '@portico/kit/api/failure'
import type { Settings } from '../settings/settings.ts'
import { courseKey, fitsPattern } from './course.ts'
import { type Isbn, readIsbn } from './isbn.ts'
import { centsOf, dollars } from './money.ts'

export const CONDITIONS = ['Poor', 'Fair', 'Good', 'Like New'] as const

/** What a seller says about a book, as it is stored. */
export interface Description {
  name: string
  /** Empty when it is not said. */
  author: string
  edition: number
  course: string
  courseKey: string
  priceCents: number
  condition: string
  comments: string
  isbn: Isbn
}

/** The same as it is sent. */
export interface Described {
  name: string
  author?: string | undefined
  edition: number
  course: string
  price: number
  condition: string
  comments?: string | undefined
  Comments?: string | undefined
  ISBN?: string | undefined
}

export function describeBook(given: Described, settings: Settings): Description {
  const course = line(given.course, 'course')
  return {
    name: line(given.name, 'name'),
    author: tidy(given.author ?? ''),
    edition: given.edition,
    course: checkCourse(course, settings),
    courseKey: courseKey(course),
    priceCents: checkPrice(given.price, settings),
    condition: conditionOf(given.condition),
    comments: paragraph(given.comments ?? given.Comments ?? ''),
    isbn: readIsbn(given.ISBN ?? ''),
  }
}

export function checkCourse(course: string, { coursePattern }: Pick<Settings, 'coursePattern'>): string {
  if (!/[\p{L}\p{N}]/u.test(course)) throw failure('invalid', 'course needs a letter or a digit', { field: 'course' })
  if (fitsPattern(course, coursePattern)) return course
  throw failure('invalid', `course must look like ${coursePattern}`, { field: 'course' })
}

const LEAST_CENTS = 100

function checkPrice(price: number, { priceCapCents }: Settings): number {
  const cents = centsOf(price)
  if (cents >= LEAST_CENTS && cents <= priceCapCents) return cents
  const range = `${dollars(LEAST_CENTS)} to ${dollars(priceCapCents)}`
  throw failure('invalid', `price must be from ${range}`, { field: 'price' })
}

/** The four usual words in their usual spelling; another word is the seller's own. */
function conditionOf(given: string): string {
  return usualCondition(given) ?? line(given, 'condition')
}

export function usualCondition(given: string): string | undefined {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim()
  return CONDITIONS.find(condition => plain(condition) === plain(given))
}

/** One line of text; refused when it is empty. */
export function line(text: string, field: string): string {
  const tidied = tidy(text)
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(tidied)) return tidied
  throw failure('invalid', `${field} must not be empty`, { field })
}

/** One line of text: no control characters, single blanks. */
export function tidy(text: string): string {
  return shown(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Removes invisible characters, among them those that reverse the direction of text. */
function shown(text: string): string {
  return text.normalize('NFC').replace(/[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** Several lines of text. */
export function paragraph(text: string): string {
  return shown(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}
