import { failure } from '@portico/kit/failure'
import type { Settings } from '../settings/settings.ts'
import { courseKey, fitsPattern } from './course.ts'
import { type Isbn, readIsbn } from './isbn.ts'
import { centsOf, dollars } from './money.ts'

export const CONDITIONS = ['Poor', 'Fair', 'Good', 'Like New'] as const

/** What a seller says about a book, as it is stored. */
export interface Description {
  name: string
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
  edition: number
  course: string
  price: number
  condition: string
  comments?: string | undefined
  Comments?: string | undefined
  ISBN?: string | undefined
}

export function describeBook(given: Described, settings: Settings): Description {
  const course = tidy(given.course)
  return {
    name: tidy(given.name),
    edition: given.edition,
    course: checkCourse(course, settings),
    courseKey: courseKey(course),
    priceCents: checkPrice(given.price, settings),
    condition: conditionOf(given.condition),
    comments: (given.comments ?? given.Comments ?? '').trim(),
    isbn: readIsbn(given.ISBN ?? ''),
  }
}

export function checkCourse(course: string, { coursePattern }: Pick<Settings, 'coursePattern'>): string {
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
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim()
  return CONDITIONS.find(condition => plain(condition) === plain(given)) ?? tidy(given)
}

/** One line of text: no control characters, single blanks. */
export function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
