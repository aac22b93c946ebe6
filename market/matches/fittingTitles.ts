import type { Sql } from '@portico/kit/database/sql'
import {
  countWords,
  type Fitting,
  findBookOnSale,
  findOpenRequest,
  listBooksWith,
  listRequestsWith,
  setLikeness,
  type Titled,
} from './candidateStore.ts'
import { type Catalogue, LEAST_TITLE, titleScore, weightOf } from './titleScore.ts'
import { editionIn, stemOf, type TitleWords, wordsOf } from './words.ts'

/** So many words are looked for, the rarest: titles that share none of them do not fit. */
const WORDS = 3
/** Enough for a word cut short or mistyped to be found. */
const LIKENESS = 0.4
const MOST_REQUESTS = 5000
const MOST_BOOKS = 400
/** Another edition than the one that is asked for fits, and stands behind. */
const OTHER_EDITION = 0.9

/** Open requests whose titles fit a book. */
export async function requestsThatFit(sql: Sql, id: string): Promise<Fitting[]> {
  const book = await findBookOnSale(sql, id)
  if (!book) return []
  const offered = offeredBy(book)
  const words = await rarest(sql, offered)
  if (words.length === 0) return []
  await setLikeness(sql, LIKENESS)
  const requests = await listRequestsWith(sql, id, words, MOST_REQUESTS)
  // Many ask for the same title: each title is compared once.
  const asked = new Map(requests.map(request => [request.name, wordsOf(request.name)]))
  const catalogue = await catalogueOf(sql, [offered, ...asked.values()])
  const scores = new Map([...asked].map(([name, title]) => [name, scoreOf(name, title, book, offered, catalogue)]))
  return fitting(requests, ({ name }) => scores.get(name) ?? 0)
}

/** Books on sale whose titles fit a request. */
export async function booksThatFit(sql: Sql, id: string): Promise<Fitting[]> {
  const request = await findOpenRequest(sql, id)
  if (!request) return []
  const asked = wordsOf(request.name)
  const words = await rarest(sql, asked)
  if (words.length === 0) return []
  await setLikeness(sql, LIKENESS)
  const books = (await listBooksWith(sql, id, words, MOST_BOOKS)).map(book => ({ ...book, offered: offeredBy(book) }))
  const catalogue = await catalogueOf(sql, [asked, ...books.map(({ offered }) => offered)])
  return fitting(books, book => scoreOf(request.name, asked, book, book.offered, catalogue))
}

function fitting<T extends Titled>(all: readonly T[], score: (one: T) => number): Fitting[] {
  return all.map(one => ({ id: one.id, score: score(one) })).filter(one => one.score > 0)
}

function scoreOf(name: string, asked: TitleWords, book: Titled, offered: TitleWords, catalogue: Catalogue): number {
  const score = titleScore(asked, offered, catalogue)
  if (score < LEAST_TITLE) return 0
  const edition = editionIn(name)
  const other = edition !== undefined && book.edition > 0 && edition !== book.edition
  return other ? score * OTHER_EDITION : score
}

/** The words of its title; what is asked for may stand in its course too. */
function offeredBy({ name, course }: Titled): TitleWords {
  return { ...wordsOf(name), line: wordsOf(`${name} ${course} ${course.replace(/\s+/g, '')}`).line }
}

/** The words of a title by which others are looked for. A title of signs is looked for as it is. */
async function rarest(sql: Sql, title: TitleWords): Promise<readonly string[]> {
  const catalogue = await catalogueOf(sql, [title])
  const words = title.words.length > 0 ? title.words : title.line.trim().split(' ').filter(Boolean)
  return [...words].sort((a, b) => weightOf(b, catalogue) - weightOf(a, catalogue)).slice(0, WORDS)
}

async function catalogueOf(sql: Sql, titles: readonly TitleWords[]): Promise<Catalogue> {
  const stems = [...new Set(titles.flatMap(({ words }) => words))]
  const spellings = stems.flatMap(stem => [stem, `${stem}s`, stem.replace(/y$/, 'ies'), stem.replace(/or$/, 'our')])
  const { uses, titles: count } = await countWords(sql, [...new Set(spellings)])
  const byStem = new Map<string, number>()
  for (const [word, used] of Object.entries(uses)) byStem.set(stemOf(word), (byStem.get(stemOf(word)) ?? 0) + used)
  return { uses: stem => byStem.get(stem) ?? 0, titles: count }
}
