/** An ISBN as typed, the one 13-digit form it is found by, and what is odd about it. */
export interface Isbn {
  typed: string
  isbn13: string | null
  /** Misprints exist, so a wrong check digit is told, not refused. */
  warning: string | null
}

const NO_ISBN: Isbn = { typed: '', isbn13: null, warning: null }

/** @example readIsbn('0-306-40615-2').isbn13 === '9780306406157' */
export function readIsbn(typed: string): Isbn {
  const given = typed.trim()
  if (given === '') return NO_ISBN
  const digits = digitsOf(given.replace(LABEL, ''))
  if (ISBN10.test(digits))
    return { typed: given, isbn13: thirteen(digits), warning: isRight10(digits) ? null : WRONG_CHECK }
  if (ISBN13.test(digits)) return { typed: given, isbn13: digits, warning: isRight13(digits) ? null : WRONG_CHECK }
  return { typed: given, isbn13: null, warning: 'An ISBN has 10 or 13 digits' }
}

/** The form to search by, when a query is an ISBN from its first to its last character and nothing else. */
export function isbnInQuery(query: string): string | undefined {
  const plain = query.trim().replace(LABEL, '')
  if (!/^\d[\d\s\p{Pd}]*[\dx]$/iu.test(plain)) return undefined
  return readIsbn(plain).isbn13 ?? undefined
}

/** What stands before the number on the back of a book: `ISBN`, `ISBN-13:`, `ISBN 10:`. */
const LABEL = /^isbn(?:[\s-]?1[03](?=[:\s]))?[:\s-]*/i

const ISBN10 = /^\d{9}[\dX]$/
const ISBN13 = /^\d{13}$/
const WRONG_CHECK = 'The check digit of this ISBN is wrong'

function digitsOf(text: string): string {
  return text.toUpperCase().replace(/[^\dX]/g, '')
}

function thirteen(isbn10: string): string {
  const body = `978${isbn10.slice(0, 9)}`
  return body + checkDigit13(body)
}

function isRight10(isbn10: string): boolean {
  const sum = [...isbn10].reduce((total, digit, at) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - at), 0)
  return sum % 11 === 0
}

function isRight13(isbn13: string): boolean {
  return checkDigit13(isbn13.slice(0, 12)) === isbn13[12]
}

function checkDigit13(twelve: string): string {
  const sum = [...twelve].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}
