import type { Sql } from '@portico/kit/database/sql'
import { namesOf } from './authors.ts'
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
import { type EditionOf, fitOf } from './fit.ts'
import { type Catalogue, weightOf } from './titleScore.ts'
import { LONG_FORMS, SHORT_FORMS } from './vocabulary.ts'
import { editionIn, stemOf, type TitleWords, wordsOf } from './words.ts'

/** So many words are looked for, the rarest: titles that share none of them do not fit. */
const WORDS = 3
/** Enough for a word cut short or mistyped to be found. */
const LIKENESS = 0.4
/** Shorter forms stand in too many words. */
const SHORTEST = 3
const MOST_REQUESTS = 5000
const MOST_BOOKS = 400

/** Open requests whose titles fit a book. */
export async function requestsThatFit(sql: Sql, id: string): Promise<Fitting[]> {
  const book = await findBookOnSale(sql, id)
  if (!book) return []
  const offered = offeredBy(book)
  const words = await rarest(sql, offered.title)
  if (words.length === 0) return []
  await setLikeness(sql, LIKENESS)
  const requests = await listRequestsWith(sql, id, words.flatMap(withShortForms), MOST_REQUESTS)
  // Many ask for the same: each is compared once.
  const asked = new Map(requests.map(request => [keyOf(request), askedBy(request)]))
  const catalogue = await catalogueOf(sql, [offered, ...asked.values()])
  const fits = new Map([...asked].map(([key, work]) => [key, fitOf(work, offered, catalogue)]))
  return fitting(requests, request => fits.get(keyOf(request)) ?? 0)
}

/** Books on sale whose titles fit a request. */
export async function booksThatFit(sql: Sql, id: string): Promise<Fitting[]> {
  const request = await findOpenRequest(sql, id)
  if (!request) return []
  const asked = askedBy(request)
  const words = await rarest(sql, asked.title)
  if (words.length === 0) return []
  await setLikeness(sql, LIKENESS)
  const books = (await listBooksWith(sql, id, words, MOST_BOOKS)).map(book => ({ ...book, offered: offeredBy(book) }))
  const catalogue = await catalogueOf(sql, [asked, ...books.map(({ offered }) => offered)])
  return fitting(books, ({ offered }) => fitOf(asked, offered, catalogue))
}

function fitting<T extends Titled>(all: readonly T[], score: (one: T) => number): Fitting[] {
  return all.map(one => ({ id: one.id, score: score(one) })).filter(one => one.score > 0)
}

function keyOf({ name, author, edition }: Titled): string {
  return JSON.stringify([name, author, edition])
}

function askedBy({ name, author, edition }: Titled): EditionOf {
  return { title: wordsOf(name), author: namesOf(author), edition: editionIn(name) ?? (edition || undefined) }
}

/** What is asked for may stand in its course too. */
function offeredBy({ name, author, course, edition }: Titled): EditionOf {
  const { line } = wordsOf(`${name} ${course} ${course.replace(/\s+/g, '')}`)
  return { title: { ...wordsOf(name), line }, author: namesOf(author), edition: edition || undefined }
}

/** The words of a title by which others are looked for; who asks may leave a subtitle out. A title of signs is looked for as it is. */
async function rarest(sql: Sql, title: TitleWords): Promise<readonly string[]> {
  const catalogue = await catalogueOf(sql, [{ title }])
  const rarestOf = (words: readonly string[]) =>
    [...words].sort((a, b) => weightOf(b, catalogue) - weightOf(a, catalogue)).slice(0, WORDS)
  if (title.words.length > 0) return [...new Set([...rarestOf(title.main), ...rarestOf(title.words)])]
  return title.line.trim().split(' ').filter(Boolean).slice(0, WORDS)
}

/** A word, and what people write for it that is too short to be like it. */
function withShortForms(word: string): string[] {
  const short = [...SHORT_FORMS].filter(form => word.startsWith(form))
  const other = [...LONG_FORMS].filter(([, long]) => stemOf(long[0] ?? '') === word).map(([form]) => form)
  return [word, ...[...short, ...other].filter(form => form.length >= SHORTEST)]
}

async function catalogueOf(sql: Sql, works: readonly { title: TitleWords }[]): Promise<Catalogue> {
  const stems = [...new Set(works.flatMap(({ title }) => title.words))]
  const spellings = stems.flatMap(stem => [stem, `${stem}s`, stem.replace(/y$/, 'ies'), stem.replace(/or$/, 'our')])
  const { uses, titles: count } = await countWords(sql, [...new Set(spellings)])
  const byStem = new Map<string, number>()
  for (const [word, used] of Object.entries(uses)) byStem.set(stemOf(word), (byStem.get(stemOf(word)) ?? 0) + used)
  return { uses: stem => byStem.get(stem) ?? 0, titles: count }
}
