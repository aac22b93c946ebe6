import { failure } from '@portico/kit/api/failure'

/** What somebody looks for, ready to be held against lines of text in lower case. */
export interface Term {
  text: string
  /** All of these must be found; one alone when the whole line must be the term. */
  words: string[]
  exact: boolean
}

const SHORTEST = 2
const LONGEST = 500
const MOST_WORDS = 10

/** Reads a search term: at least two characters, one when it must be the whole value. */
export function readTerm(given: string, exact = false): Term {
  const text = given.replace(/\s+/gu, ' ').trim().toLowerCase()
  const shortest = exact ? 1 : SHORTEST
  if ([...text].length < shortest) throw wrong(`must have at least ${shortest} character${exact ? '' : 's'}`)
  if (text.length > LONGEST) throw wrong(`must not have more than ${LONGEST} characters`)
  return exact ? { text, words: [text], exact } : inWords(text)
}

function inWords(text: string): Term {
  return { text, words: text.split(' ').slice(0, MOST_WORDS), exact: false }
}

function wrong(what: string) {
  return failure('invalid', `term ${what}`, { field: 'term' })
}

const LONG: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
const SHORT: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' }

/** The same where umlauts are spelled out, or are not: `mueller` is Müller, and `müller` Mueller. */
export function respelled({ exact, text }: Term): Term[] {
  if (exact) return []
  const umlauts = text.replace(/[aou]e/g, pair => SHORT[pair] ?? pair)
  const others = [
    text.replace(/[äöüß]/g, letter => LONG[letter] ?? letter),
    umlauts,
    umlauts.replaceAll('ss', 'ß'),
    text.replaceAll('ss', 'ß'),
  ]
  return [...new Set(others)].filter(other => other !== text).map(inWords)
}

/** A phone number as the index of phones has it: its digits, without zeros at their beginning. */
export function phoneDigits({ exact, text }: Term): string | undefined {
  if (exact || !/^[\d +()/.-]+$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= FEWEST_DIGITS ? digits : undefined
}

/** As `crm.phone_digits` keeps them. */
const FEWEST_DIGITS = 6

/** The pattern of a word anywhere, or of the whole line. */
export function patternOf(word: string, exact: boolean): string {
  return `%${escaped(textOf(word, exact))}%`
}

/** What there is of a word anywhere, or of the whole line. */
export function textOf(word: string, exact: boolean): string {
  return exact ? `\n${word}\n` : word
}

export function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** As `crm.search_key` spells letters that are not ASCII. */
export function searchKey(text: string): string {
  return text.replace(/\P{ASCII}/gu, letter => `x${letter.codePointAt(0)?.toString(16)}x`)
}

/**
 * Whether words can only be in values of text. The index has the values of all custom fields, but numbers, days and
 * times of fields that are not searched are made of digits and few other characters.
 */
export function isInTextOnly({ words }: Term): boolean {
  return words.every(word => /^[ -~]+$/.test(word) && /[^\d.:+\-e ]/.test(word))
}
