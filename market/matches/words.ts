import { fold } from '../search/fold.ts'
import { COMMON, LONG_FORMS, STOP } from './vocabulary.ts'

/** Numbers of parts and volumes; those of editions do not tell books apart. */
const ROMAN: Readonly<Record<string, string>> = { ii: '2', iii: '3', iv: '4', v: '5', vi: '6' }

const EDITION =
  /\b(?:\d{1,2}(?:st|nd|rd|th)|\d{1,2}e|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|revised|international|global)?\s*\b(?:edition|ed|edn)\b\.?|\b\d{1,2}(?:st|nd|rd|th|e)\b/g
const NTH = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

/** A title as it is compared. */
export interface TitleWords {
  /** All words in their order and in one spelling, single blanks between and around them. */
  line: string
  /** The words that count, each once. */
  words: readonly string[]
  /** Those of them that stand before the subtitle. */
  main: readonly string[]
  /** Numbers of volumes and parts, in their order. */
  numbers: readonly string[]
}

/** @example wordsOf('Physics II, 3rd edition') → words ['physic'], numbers ['2'] */
export function wordsOf(title: string): TitleWords {
  const plain = plainText(title).replace(EDITION, ' ')
  const [main = '', ...subtitles] = plain.split(/[:(–]| - /)
  return titleOf(tokensOf(main), subtitles.flatMap(tokensOf))
}

/** The same title without some of its words. */
export function withoutWords(title: TitleWords, without: (word: string) => boolean): TitleWords {
  const kept = (words: readonly string[]) => words.filter(word => !without(word))
  const line = kept(title.line.trim().split(' '))
  return { ...title, line: ` ${line.join(' ')} `, words: kept(title.words), main: kept(title.main) }
}

function titleOf(main: readonly string[], subtitle: readonly string[]): TitleWords {
  const all = [...main, ...subtitle]
  return {
    line: ` ${all.join(' ')} `,
    words: countedIn(all),
    main: countedIn(main),
    numbers: all.filter(isNumber),
  }
}

function countedIn(tokens: readonly string[]): string[] {
  return [...new Set(tokens.filter(word => !isNumber(word) && !STOP.has(word)))]
}

function plainText(text: string): string {
  return fold(text)
    .replace(/['’]s\b/g, '')
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
}

/** The edition that somebody asks for. */
export function editionIn(title: string): number | undefined {
  const [, digits] = /\b(\d{1,2})(?:st|nd|rd|th|e)\b/.exec(fold(title)) ?? []
  if (digits !== undefined) return Number(digits)
  const words = fold(title)
    .split(/[^\p{L}\p{N}]/u)
    .filter(Boolean)
  const nth = words.find((_, at) => ['edition', 'ed', 'edn'].includes(words[at + 1] ?? ''))
  return nth !== undefined && NTH.includes(nth) ? NTH.indexOf(nth) + 1 : undefined
}

/** Words of letters and digits in one spelling, shortened ones at full length; C++ and C# are words too. */
function tokensOf(text: string): string[] {
  return text.split(/[,;.]/).flatMap(part => {
    const words = part.match(/[\p{L}\p{N}]+[+#]*|[+#]+/gu) ?? []
    return words.flatMap((word, at) => {
      // A single i is a word of English and a number: at the end of a title or of a part of it, it is a number.
      if (word === 'i' && at > 0 && at === words.length - 1) return ['1']
      return ROMAN[word] ?? LONG_FORMS.get(word)?.map(stemOf) ?? stemOf(word)
    })
  })
}

function isNumber(word: string): boolean {
  return /^\d{1,3}$/.test(word)
}

/** One form for singular and plural, British and American spelling. */
export function stemOf(word: string): string {
  return singularOf(word)
    .replace(/our$/, 'or')
    .replace(/isation/, 'ization')
    .replace(/ise$/, 'ize')
}

function singularOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

const COMMON_STEMS = new Set([...COMMON].map(stemOf))

export function isCommon(stem: string): boolean {
  return COMMON_STEMS.has(stem)
}
