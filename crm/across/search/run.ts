import { type Answered, answer } from '@portico/kit/api/answer'
import { json } from '@portico/kit/api/json'
import type { Crm } from '../../base/api/context.ts'
import { cursorRefused } from '../../base/lists/cursor.ts'
import { pageOf } from '../../base/lists/v1/offset.ts'
import { fewHits } from './fewHitStore.ts'
import { hitsFor, type Wish } from './hitStore.ts'
import { showHits } from './itemStore.ts'
import type { Searched } from './kinds.ts'
import { RELATED_KINDS, relatedHits } from './relatedStore.ts'
import { readTerm } from './term.ts'

/** A search in both versions: what is looked for, where, and what is shown. */
export interface Search extends Pick<Wish, 'where'> {
  term: string
  exact_match?: boolean | undefined
  fields?: readonly string[] | undefined
  include_fields?: readonly string[] | undefined
  related?: boolean | undefined
}

interface Page {
  start: number
  limit: number
}

/** The page that a caller of v2 asks for. */
export interface CursorPage {
  limit?: number | undefined
  cursor?: string | undefined
}

/** The page that a caller of v1 asks for. */
export interface OffsetPage {
  start?: number | undefined
  limit?: number | undefined
}

/** A page of v2: walked by cursor, which here counts what was shown already. */
export async function searchByCursor(
  crm: Crm,
  kinds: readonly Searched[],
  search: Search,
  { limit = 100, cursor }: CursorPage,
): Promise<Answered<never>> {
  const page = { start: readStart(cursor), limit }
  const { data, more } = await runSearch(crm, kinds, search, page)
  const next_cursor = more ? writeStart(page.start + limit) : null
  return answer<never>(json<never>(data), { beside: { additional_data: { next_cursor } } })
}

/** A page of v1: by offset, told in both places where callers look. */
export async function searchByOffset(
  crm: Crm,
  kinds: readonly Searched[],
  search: Search,
  query: OffsetPage,
  most = 500,
): Promise<Answered<never>> {
  const page = pageOf(query, most)
  const { data, more } = await runSearch(crm, kinds, search, page)
  return answer<never>(json<never>(data), { beside: { additional_data: offsetFacts(page, more) } })
}

export function offsetFacts({ start, limit }: Page, more: boolean) {
  const facts = { start, limit, more_items_in_collection: more, ...(more && { next_start: start + limit }) }
  return { ...facts, pagination: facts }
}

/** What a search finds, for the calls that answer in shapes of their own. */
export async function foundItemsOf<Item>(
  crm: Crm,
  kinds: readonly Searched[],
  search: Search,
  page: Page,
): Promise<{ items: Item[]; more: boolean }> {
  const { items, more } = await findItems(crm, kinds, search, page)
  return { items: parsedItems<Item>(items), more }
}

async function runSearch(crm: Crm, kinds: readonly Searched[], search: Search, page: Page) {
  const { items, more } = await findItems(crm, kinds, search, page)
  const related = search.related ? `,"related_items":[${await relatedItems(crm, items, search)}]` : ''
  return { data: `{"items":[${items}]${related}}`, more }
}

async function findItems(crm: Crm, kinds: readonly Searched[], search: Search, { start, limit }: Page) {
  const term = readTerm(search.term, search.exact_match)
  const wish = { term, groups: search.fields, where: search.where ?? {} }
  const window = { start, limit: limit + 1 }
  const how = { kinds, term, limit, included: search.include_fields }
  const few = await fewHits(crm, kinds, wish, window)
  const shown = few && (await showHits(crm, few, how))
  if (shown?.complete) return { items: shown.items, more: shown.found > limit }
  const hits = await hitsFor(crm, kinds, wish, window)
  if (!hits) return { items: '', more: false }
  const { items, found } = await showHits(crm, hits, how)
  return { items, more: found > limit }
}

async function relatedItems(crm: Crm, items: string, search: Search): Promise<string> {
  const term = readTerm(search.term, search.exact_match)
  const hits = await relatedHits(crm, parsedItems(items))
  const related = await showHits(crm, hits, { kinds: RELATED_KINDS, term, included: search.include_fields })
  return related.items
}

function parsedItems<Item>(items: string): Item[] {
  return (JSON.parse(`[${items}]`) as { item: Item }[]).map(({ item }) => item)
}

export function writeStart(start: number): string {
  return Buffer.from(JSON.stringify({ start })).toString('base64url')
}

export function readStart(cursor: string | undefined): number {
  if (!cursor) return 0
  try {
    const { start } = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Number.isSafeInteger(start) && start > 0 && start < 1e9) return start
  } catch {
    // falls through to the one refusal below
  }
  throw cursorRefused()
}
