import { slips } from '../search/spelling.ts'
import { FIELDS, SHORT_FORMS } from './vocabulary.ts'
import { isCommon, stemOf, type TitleWords } from './words.ts'

/** How many titles hold a word; 0 for one that none holds. */
export type Uses = (stem: string) => number

export interface Catalogue {
  uses: Uses
  /** How many titles there are. */
  titles: number
}

/** Titles that fit less are of two books; chosen by the figures of `accuracy.test.ts`. */
export const LEAST_TITLE = 0.65

/** As much as a word of one title counts in a catalogue of this many, though there are fewer. */
const LEAST_TITLES = 300
/** What a word counts that every field has: such words alone never make a match. */
const COMMON_WEIGHT = 0.25
const ABBREVIATION = 4

/** What the number of a volume counts that one of the titles does not name. */
const NUMBER_WEIGHT = 2
/** What the same author counts: as a word of twenty titles, since authors write several books. */
const AUTHOR_WEIGHT = 3
/** What a word of a subtitle counts that was not asked for, when everything that was is there. */
const SUBTITLE = 0.5

/**
 * How well a title that is asked for and one that is offered fit, 0 to 1: the weight of the words they share by the
 * weight of all their words. A rare word weighs more than one that many titles hold, and the same author counts as a word
 * that they share. 1 when the one asked for stands in the other as it is.
 *
 * Words of every field weigh little when only one of the titles has more of them ('Microeconomics', 'Principles of
 * Microeconomics'). When each has words that the other lacks they are two books ('Elementary Statistics', 'The Practice
 * of Statistics'), and all words weigh as much as they are rare.
 */
export function titleScore(asked: TitleWords, offered: TitleWords, catalogue: Catalogue, isSameAuthor = false): number {
  if (differ(asked.numbers, offered.numbers)) return 0
  if (isContained(asked, offered)) return 1
  if (asked.words.length === 0) return 0
  const { shared, missing, surplus } = compare(asked, offered, catalogue)
  const [askedNumber, offeredNumber] = [asked.numbers.length > 0, offered.numbers.length > 0]
  const eachHasMore =
    (missing.length > 0 || (askedNumber && !offeredNumber)) && (surplus.length > 0 || (offeredNumber && !askedNumber))
  const weight = eachHasMore ? rarityOf : weightOf
  const sum = (words: readonly string[]) => words.reduce((total, word) => total + weight(word, catalogue), 0)
  const common = sum(shared)
  if (common === 0) return 0
  const together = common + (isSameAuthor ? AUTHOR_WEIGHT : 0)
  const inSubtitle = missing.length === 0 ? surplus.filter(word => !offered.main.includes(word)) : []
  const rest =
    sum(missing) +
    sum(surplus) -
    sum(inSubtitle) * SUBTITLE +
    (askedNumber !== offeredNumber && eachHasMore ? NUMBER_WEIGHT : 0)
  return together / (together + rest)
}

/** The words of the one offered that were asked for, those that it lacks, and those that nobody asked for. */
function compare(asked: TitleWords, offered: TitleWords, catalogue: Catalogue) {
  const left = new Set(joinedLike(offered.words, asked.words))
  const [shared, missing]: [string[], string[]] = [[], []]
  for (const word of joinedLike(asked.words, offered.words)) {
    const same = sharedBy(word, left, catalogue)
    if (same.length === 0) missing.push(word)
    shared.push(...same)
    for (const one of same) left.delete(one)
  }
  return { shared, missing, surplus: [...left] }
}

/** The words that a word stands for: itself, one like it, or those it is the initials of. */
function sharedBy(word: string, left: ReadonlySet<string>, catalogue: Catalogue): string[] {
  if (left.has(word)) return [word]
  const like = [...left].find(other => isSame(word, other, catalogue))
  return like === undefined ? initialsOf(word, [...left], catalogue) : [like]
}

/** `APA` for American Psychological Association. */
function initialsOf(word: string, words: readonly string[], { uses }: Catalogue): string[] {
  if (word.length < 2 || uses(word) > 0) return []
  const at = words
    .map(other => other[0])
    .join('')
    .indexOf(word)
  return at < 0 ? [] : words.slice(at, at + word.length)
}

/** Words with neighbours put together that the other title writes as one: `Micro Economics`. */
function joinedLike(words: readonly string[], others: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    const both = `${joined.at(-1) ?? ''}${word}`
    if (joined.length > 0 && others.includes(both)) joined[joined.length - 1] = both
    else joined.push(word)
  }
  return joined
}

/** As a whole, or but for the end of its last word: `organic chem`. */
function isContained(asked: TitleWords, offered: TitleWords): boolean {
  const text = asked.line.trimEnd()
  if (text.trim() === '') return false
  if (offered.line.includes(`${text} `)) return true
  const last = text.slice(text.lastIndexOf(' ') + 1)
  return isBeginning(last) && asked.words.length > 1 && offered.line.includes(text)
}

/** Volumes and parts: both have numbers, and those of the one are not among those of the other in their order. */
function differ(asked: readonly string[], offered: readonly string[]): boolean {
  const [few, many] = asked.length <= offered.length ? [asked, offered] : [offered, asked]
  let found = 0
  for (const number of many) if (number === few[found]) found++
  return found < few.length
}

export function weightOf(stem: string, catalogue: Catalogue): number {
  const rarity = rarityOf(stem, catalogue)
  return isCommon(stem) ? Math.min(COMMON_WEIGHT * rarity, 1) : rarity
}

function rarityOf(stem: string, { uses, titles }: Catalogue): number {
  return Math.log(1 + Math.max(titles, LEAST_TITLES) / Math.max(1, uses(stem)))
}

/** The same word: mistyped, or cut short. A word that titles hold, or a field's name, is not a mistyped one. */
function isSame(asked: string, offered: string, { uses }: Catalogue): boolean {
  if (SHORT_FORMS.has(asked)) return offered.startsWith(asked)
  if (uses(asked) > 0 || FIELD_STEMS.has(asked)) return false
  if (isBeginning(asked) && offered.startsWith(asked)) return true
  if (isCommon(asked) || isOpposite(asked, offered)) return false
  const allowed = asked.length >= 8 ? 2 : asked.length >= 5 ? 1 : 0
  return asked[0] === offered[0] && slips(asked, offered, allowed) <= allowed
}

const FIELD_STEMS = new Set([...FIELDS].map(stemOf))

function isBeginning(word: string): boolean {
  return word.length >= ABBREVIATION || SHORT_FORMS.has(word)
}

/** One slip apart, and the opposite. */
const OPPOSITES = [
  ['micro', 'macro'],
  ['hyper', 'hypo'],
  ['inter', 'intra'],
  ['intro', 'intra'],
  ['endo', 'exo'],
  ['in', ''],
  ['un', ''],
  ['non', ''],
  ['pre', 'pro'],
] as const

function isOpposite(a: string, b: string): boolean {
  return OPPOSITES.some(
    ([one, other]) =>
      (a.startsWith(one) && b === other + a.slice(one.length)) ||
      (b.startsWith(one) && a === other + b.slice(one.length)),
  )
}
