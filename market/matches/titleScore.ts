import { slips } from '../search/spelling.ts'
import { isCommon, type TitleWords } from './words.ts'

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

/**
 * How well a title that is asked for and one that is offered fit, 0 to 1: the weight of the words they share by the
 * weight of all their words. A rare word weighs more than one that many titles hold. 1 when the one asked for stands in
 * the other as it is.
 *
 * Words of every field weigh little when only one of the titles has more of them ('Microeconomics', 'Principles of
 * Microeconomics'). When each has words that the other lacks they are two books ('Elementary Statistics', 'The Practice
 * of Statistics'), and all words weigh as much as they are rare.
 */
export function titleScore(asked: TitleWords, offered: TitleWords, catalogue: Catalogue): number {
  if (isContained(asked, offered)) return 1
  if (asked.words.length === 0 || differ(asked.numbers, offered.numbers)) return 0
  const { shared, missing, surplus } = compare(asked, offered, catalogue)
  const [askedNumber, offeredNumber] = [asked.numbers.length > 0, offered.numbers.length > 0]
  const eachHasMore =
    (missing.length > 0 || (askedNumber && !offeredNumber)) && (surplus.length > 0 || (offeredNumber && !askedNumber))
  const weight = eachHasMore ? rarityOf : weightOf
  const sum = (words: readonly string[], by: typeof weightOf) =>
    words.reduce((total, word) => total + by(word, catalogue), 0)
  const common = sum(shared, weight)
  const rest =
    sum(missing, weight) + sum(surplus, weight) + (askedNumber !== offeredNumber && eachHasMore ? NUMBER_WEIGHT : 0)
  return common === 0 ? 0 : common / (common + rest)
}

/** The words of the one offered that were asked for, those that it lacks, and those that nobody asked for. */
function compare(asked: TitleWords, offered: TitleWords, catalogue: Catalogue) {
  const left = new Set(joinedLike(offered.words, asked.words))
  const [shared, missing]: [string[], string[]] = [[], []]
  for (const word of joinedLike(asked.words, offered.words)) {
    const same = left.has(word) ? word : [...left].find(other => isSame(word, other, catalogue))
    if (same === undefined) missing.push(word)
    else shared.push(same)
    if (same !== undefined) left.delete(same)
  }
  return { shared, missing, surplus: [...left] }
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
  if (offered.line.includes(`${text} `)) return !differ(asked.numbers, offered.numbers)
  const last = text.slice(text.lastIndexOf(' ') + 1)
  return last.length >= ABBREVIATION && asked.words.length > 1 && offered.line.includes(text)
}

/** Volumes and parts: both have a number, and not the same. */
function differ(asked: readonly string[], offered: readonly string[]): boolean {
  return asked.length > 0 && offered.length > 0 && !asked.some(number => offered.includes(number))
}

export function weightOf(stem: string, catalogue: Catalogue): number {
  const rarity = rarityOf(stem, catalogue)
  return isCommon(stem) ? Math.min(COMMON_WEIGHT * rarity, 1) : rarity
}

function rarityOf(stem: string, { uses, titles }: Catalogue): number {
  return Math.log(1 + Math.max(titles, LEAST_TITLES) / Math.max(1, uses(stem)))
}

/** The same word: mistyped, or cut short. A word that titles hold is not a mistyped one. */
function isSame(asked: string, offered: string, { uses }: Catalogue): boolean {
  if (asked.length >= ABBREVIATION && offered.startsWith(asked) && uses(asked) === 0) return true
  if (uses(asked) > 0 || isCommon(asked) || isOpposite(asked, offered)) return false
  const allowed = asked.length >= 8 ? 2 : asked.length >= 5 ? 1 : 0
  return asked[0] === offered[0] && slips(asked, offered, allowed) <= allowed
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
