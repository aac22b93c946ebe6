import { describe, expect, test } from 'vitest'
import { NEAR_MISSES, TITLES, type TitlePair, WANTED } from '../testing/titles.ts'
import { type Catalogue, LEAST_TITLE, titleScore } from './titleScore.ts'
import { wordsOf as readWords, stemOf, type TitleWords } from './words.ts'

/** How right matches by title are, on titles of real textbooks. The figures are printed: `npx vitest run market/matches/accuracy.test.ts`. */

const known = new Map<string, TitleWords>()

function wordsOf(title: string): TitleWords {
  const words = known.get(title) ?? readWords(title)
  known.set(title, words)
  return words
}

const catalogue = catalogueOf(TITLES)
const fits = ({ asked, offered }: TitlePair) => titleScore(wordsOf(asked), wordsOf(offered), catalogue) >= LEAST_TITLE

function catalogueOf(titles: readonly string[]): Catalogue {
  const uses = new Map<string, number>()
  for (const title of titles) for (const word of wordsOf(title).words) uses.set(word, (uses.get(word) ?? 0) + 1)
  return { uses: word => uses.get(word) ?? 0, titles: titles.length }
}

const found = WANTED.filter(fits)
const mistaken = NEAR_MISSES.filter(fits)

describe('matches by title', () => {
  test('recall and precision on wanted titles and near misses', () => {
    const recall = found.length / WANTED.length
    const precision = found.length / (found.length + mistaken.length)
    console.log(
      `recall ${recall.toFixed(3)} (${found.length} of ${WANTED.length}), precision ${precision.toFixed(3)} (${mistaken.length} of ${NEAR_MISSES.length} near misses taken)`,
    )
    for (const { asked, offered } of WANTED.filter(pair => !fits(pair))) console.log(`missed: ${asked} > ${offered}`)
    for (const { asked, offered } of mistaken) console.log(`mistaken: ${asked} > ${offered}`)

    expect(TITLES.length).toBeGreaterThanOrEqual(150)
    expect(WANTED.length + NEAR_MISSES.length).toBeGreaterThanOrEqual(200)
    // Trigrams alone took all of them too, and 100 of the near misses.
    expect(recall).toBe(1)
    expect(precision).toBeGreaterThan(0.95)
  })

  test('of all titles asked for among all others, those taken that do not contain what was asked', () => {
    const taken = TITLES.flatMap(asked =>
      TITLES.filter(
        offered =>
          offered !== asked && !wordsOf(offered).line.includes(wordsOf(asked).line) && fits({ asked, offered }),
      ).map(offered => `${asked} > ${offered}`),
    )
    console.log(
      `${taken.length} of ${TITLES.length * (TITLES.length - 1)} pairs of different titles taken: ${taken.join('; ')}`,
    )

    // A title and the same one with a common word more; trigrams alone took 725.
    expect(taken.length).toBeLessThanOrEqual(12)
  })

  test('a catalogue of two books knows common words too', () => {
    const small = catalogueOf(['Introduction to Film', 'Writing for Engineers', 'Principles of Microeconomics'])
    const score = (asked: string, offered: string) => titleScore(wordsOf(asked), wordsOf(offered), small)

    expect(score('Introduction to Psychology', 'Introduction to Film')).toBeLessThan(LEAST_TITLE)
    expect(score('Statistics for Engineers', 'Writing for Engineers')).toBeLessThan(LEAST_TITLE)
    expect(score('Principles of Macroeconomics', 'Principles of Microeconomics')).toBeLessThan(LEAST_TITLE)
    expect(score('Introduction to Filmm', 'Introduction to Film')).toBeGreaterThan(LEAST_TITLE)
  })
})

test.each([
  ['Behaviours', 'behavior'],
  ['theories', 'theory'],
  ['physics', 'physic'],
  ['analysis', 'analysis'],
  ['class', 'class'],
  ['Gray', 'gray'],
])('the stem of %s is %s', (word, stem) => {
  expect(stemOf(word.toLowerCase())).toBe(stem)
})
