import { describe, expect, test } from 'vitest'
import { HELD_OUT_NEAR_MISSES, HELD_OUT_WANTED } from '../testing/heldOutTitles.ts'
import { THIRD_NEAR_MISSES, THIRD_WANTED } from '../testing/thirdTitles.ts'
import { asWritten, NEAR_MISSES, type Said, said, TITLES, type TitlePair, WANTED } from '../testing/titles.ts'
import { namesOf } from './authors.ts'
import { type EditionOf, fitOf } from './fit.ts'
import type { Catalogue } from './titleScore.ts'
import { editionIn, stemOf, wordsOf } from './words.ts'

/** How right matches by title are, on titles of real textbooks. The figures are printed: `npx vitest run market/matches/accuracy.test.ts`. */

const known = new Map<string, EditionOf>()

function workOf({ title, author }: Said): EditionOf {
  const key = `${title} [${author}]`
  const work = known.get(key) ?? { title: wordsOf(title), author: namesOf(author), edition: editionIn(title) }
  known.set(key, work)
  return work
}

function catalogueOf(titles: readonly string[]): Catalogue {
  const uses = new Map<string, number>()
  for (const title of new Set(titles))
    for (const word of wordsOf(title).words) uses.set(word, (uses.get(word) ?? 0) + 1)
  return { uses: word => uses.get(word) ?? 0, titles: titles.length }
}

const catalogue = catalogueOf(TITLES)
const fit = (asked: string, offered: string, among = catalogue) =>
  fitOf(workOf(said(asked)), workOf(said(offered)), among)

function measure(name: string, wanted: readonly TitlePair[], nearMisses: readonly TitlePair[]) {
  const among = catalogueOf([...TITLES, ...[...wanted, ...nearMisses].map(({ offered }) => offered.title)])
  const fits = ({ asked, offered }: TitlePair) => fitOf(workOf(asked), workOf(offered), among) > 0
  const [found, mistaken] = [wanted.filter(fits), nearMisses.filter(fits)]
  const recall = found.length / wanted.length
  const precision = found.length / (found.length + mistaken.length)
  console.log(
    [
      `${name}: recall ${recall.toFixed(3)} (${found.length} of ${wanted.length}), precision ${precision.toFixed(3)} (${mistaken.length} of ${nearMisses.length} near misses taken)`,
      ...wanted.filter(pair => !found.includes(pair)).map(pair => `missed: ${asWritten(pair)}`),
      ...mistaken.map(pair => `mistaken: ${asWritten(pair)}`),
    ].join('\n'),
  )
  return { recall, precision }
}

describe('recall and precision', () => {
  test('on the titles that the rules were made with', () => {
    const { recall, precision } = measure('first list', WANTED, NEAR_MISSES)

    // Trigrams alone took all of them too, and 100 of the near misses.
    expect(recall).toBe(1)
    expect(precision).toBe(1)
  })

  test('on titles and authors of other fields, by which the rules were mended', () => {
    const { recall, precision } = measure('second list', HELD_OUT_WANTED, HELD_OUT_NEAR_MISSES)

    // Without authors, subtitles and short forms it was 0.815 and 0.854.
    expect(recall).toBe(1)
    expect(precision).toBeGreaterThan(0.99)
  })

  test('on titles that no rule was chosen by', () => {
    const { recall, precision } = measure('third list', THIRD_WANTED, THIRD_NEAR_MISSES)

    expect(recall).toBeGreaterThan(0.95)
    expect(precision).toBeGreaterThan(0.95)
  })

  test('of all titles asked for among all others, those taken that do not contain what was asked', () => {
    const works = TITLES.map(title => ({ title, work: workOf(said(title)) }))
    const taken = works.flatMap(asked =>
      works
        .filter(offered => offered !== asked && !offered.work.title.line.includes(asked.work.title.line))
        .filter(offered => fitOf(asked.work, offered.work, catalogue) > 0)
        .map(offered => `${asked.title} > ${offered.title}`),
    )
    console.log(
      `${taken.length} of ${TITLES.length * (TITLES.length - 1)} pairs of different titles taken: ${taken.join('; ')}`,
    )

    // A title and the same one with a common word more; trigrams alone took 725.
    expect(taken.length).toBeLessThanOrEqual(12)
  })
})

test('a catalogue of two books knows common words too', () => {
  const small = catalogueOf(['Introduction to Film', 'Writing for Engineers', 'Principles of Microeconomics'])

  expect(fit('Introduction to Psychology', 'Introduction to Film', small)).toBe(0)
  expect(fit('Statistics for Engineers', 'Writing for Engineers', small)).toBe(0)
  expect(fit('Principles of Macroeconomics', 'Principles of Microeconomics', small)).toBe(0)
  expect(fit('Introduction to Filmm', 'Introduction to Film', small)).toBeGreaterThan(0.65)
})

test.each([
  ['the same title of another author', 'Optics [Hecht]', 'Optics [Frank Pedrotti]', 0],
  ['an author with initials and others', 'Optics [Hecht]', 'Optics [E. Hecht, A. Zajac]', 1],
  ['an author whose first name comes last', 'Optics [Eugene Hecht]', 'Optics [Hecht, Eugene]', 1],
  ['an author whose short name is another one', 'Optics [Wong]', 'Optics [Wang]', 0],
  ['a long name that is mistyped', 'Topology [Munkers]', 'Topology [Munkres]', 1],
  ['the first name alone', 'Optics [Eugene Smith]', 'Optics [Eugene Hecht]', 0],
  ['one without an author', 'Optics [Hecht]', 'Optics', 1],
  ['a name in what is asked for', 'hecht optics', 'Optics [Eugene Hecht]', 1],
  ['a name in what is offered', 'Physical Chemistry [Atkins]', "Atkins' Physical Chemistry [de Paula]", 1],
  ['the edition that is asked for', 'Optics 4th edition', 'Optics 4e', 1],
  ['another edition', 'Optics, fourth edition', 'Optics 5th ed', 0.9],
  ['another part', 'Chinese Level 1 Part 1', 'Chinese, Level 1 Part 2', 0],
  ['one of several parts', 'Chinese Level 1', 'Chinese, Level 1 Part 2', 1],
])('%s: %s, %s', (_, asked, offered, expected) => {
  expect(fit(asked, offered)).toBe(expected)
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
