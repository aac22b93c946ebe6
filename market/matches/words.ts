import { fold } from '../search/fold.ts'

/** Words that say nothing about the subject. */
const STOP = new Set(
  'a an and at by de der des die el for from i in into is la le of on or s the their to und vs w with you your'.split(
    ' ',
  ),
)

/**
 * Words that many textbooks share, whatever they are about. They count as common from the beginning: a catalogue of
 * three books cannot know it.
 */
export const COMMON = new Set(
  `advanced analysis applied application applications approach art basic basics beginner beginners brief care case cases
  century college complete comprehensive concept concepts contemporary core course edition element elementary elements
  engineer engineering engineers essential essentials ethics exploring exercise exercises first foundation foundations
  fundamental fundamentals general global guide handbook history human intermediate international intro introducing
  introduction introductory its law laboratory lab lecture lectures making management manual method methods modern
  new notes perspective perspectives practical practice primer principle principles problem problems process program
  programming reader research science sciences second selected solution solutions student students study survey system
  systems technique techniques text textbook theories theory today tool tools topic topics understanding university
  using volume way workbook world writing`.split(/\s+/),
)

/** Numbers of parts and volumes; those of editions do not tell books apart. */
const ROMAN: Readonly<Record<string, string>> = { ii: '2', iii: '3', iv: '4', v: '5', vi: '6' }

const EDITION =
  /\b(?:\d{1,2}(?:st|nd|rd|th)|\d{1,2}e|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|revised|international|global)?\s*\b(?:edition|ed|edn)\b\.?|\b\d{1,2}(?:st|nd|rd|th|e)\b/g

/** A title as it is compared. */
export interface TitleWords {
  /** All words in their order, single blanks between and around them. */
  line: string
  /** The words that count, each once. */
  words: readonly string[]
  /** Numbers of volumes and parts. */
  numbers: readonly string[]
}

/** @example wordsOf('Physics II, 3rd edition') → words ['physic'], numbers ['2'] */
export function wordsOf(title: string): TitleWords {
  const plain = fold(title)
    .replace(/['’]s\b/g, 's')
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
  const all = tokensOf(plain)
  const counted = tokensOf(plain.replace(EDITION, ' '))
  // A single i is a word of English and a number: at the end of a title it is a number.
  const numbered = counted.map((word, at) =>
    word === 'i' && at > 0 && at === counted.length - 1 ? '1' : (ROMAN[word] ?? word),
  )
  return {
    line: ` ${all.join(' ')} `,
    words: [...new Set(numbered.filter(word => !isNumber(word) && !STOP.has(word)).map(stemOf))],
    numbers: [...new Set(numbered.filter(isNumber))],
  }
}

/** The edition that somebody asks for. */
export function editionIn(title: string): number | undefined {
  const [, number] = /\b(\d{1,2})(?:st|nd|rd|th|e)\b/.exec(fold(title)) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Words of letters and digits; C++ and C# are words too. */
function tokensOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+[+#]*|[+#]+/gu) ?? []
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
