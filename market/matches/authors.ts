import { fold } from '../search/fold.ts'
import { slips } from '../search/spelling.ts'
import { stemOf, type TitleWords } from './words.ts'

/** Who wrote a book, in words as titles have them. */
export interface AuthorNames {
  /** The last word of each name; of `Stewart, James` both, since nobody can tell. */
  surnames: readonly string[]
  /** All words of all names. */
  words: readonly string[]
}

const NOT_NAMES = new Set('al and by de der dr ed eds editor editors et jr prof professor sr van von with'.split(' '))

/** @example namesOf('N. Gregory Mankiw, Laurence Ball') → surnames ['mankiw', 'ball'] */
export function namesOf(author: string): AuthorNames {
  const names = fold(author)
    .replace(/['’]s?\b/g, '')
    .split(/[,;&/]|\band\b/)
    .map(name => (name.match(/\p{L}{2,}/gu) ?? []).filter(word => !NOT_NAMES.has(word)).map(stemOf))
  return { surnames: names.flatMap(name => name.slice(-1)), words: names.flat() }
}

/** What somebody asks for or offers: a title, and its author where that is said. */
export interface Work {
  title: TitleWords
  author: AuthorNames
}

/**
 * Whether two works are by the same author; undefined when that cannot be told, since one of them says none. A name in
 * the other's title counts, as in `Clayden organic chemistry`.
 */
export function sameAuthor(asked: Work, offered: Work): boolean | undefined {
  if (isNamed(offered.author, asked.title.words) || isNamed(asked.author, offered.title.words)) return true
  if (asked.author.surnames.length === 0 || offered.author.surnames.length === 0) return undefined
  return isNamed(asked.author, offered.author.words) || isNamed(offered.author, asked.author.words)
}

function isNamed({ surnames }: AuthorNames, words: readonly string[]): boolean {
  return surnames.some(surname => words.some(word => isSameName(surname, word)))
}

const MISTYPED_FROM = 5

export function isSameName(a: string, b: string): boolean {
  return a === b || (a.length >= MISTYPED_FROM && a[0] === b[0] && slips(a, b, 1) <= 1)
}
