import { type Json, json } from '@portico/kit/api/json'
import { fragment, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import { listJson } from '../api/rowStore.ts'
import type { Filters } from '../books/filters.ts'
import { LIMITS } from '../limits.ts'
import { type SavedSearch, SEARCH } from './wire.ts'

export interface NewSearch {
  name: string
  line: string
  filters: Filters
  anchors: readonly string[]
}

export async function countSearches(sql: Sql, ownerId: string): Promise<number> {
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::integer as count from market.saved_search where owner_id = ${ownerId}`
  return counted?.count ?? LIMITS.savedSearches
}

/** Undefined when the account has a search of that name. */
export async function insertSearch(
  sql: Sql,
  ownerId: string,
  { name, line, filters, anchors }: NewSearch,
  now: Date,
): Promise<Json<{ search: Static<typeof SavedSearch> }> | undefined> {
  const [inserted] = await sql<{ search: string }[]>`
    with search as (
      insert into market.saved_search (owner_id, name, line, filters, anchors, created_at)
      values (${ownerId}, ${name}, ${line}, ${JSON.stringify(filters)}::text::jsonb, ${anchors}::text[], ${now})
      on conflict do nothing returning *)
    select row_to_json(row)::text as search from (select ${SEARCH} from search) row`
  return inserted && json(`{"search":${inserted.search}}`)
}

export function listSearches(sql: Sql, ownerId: string): Promise<Json<{ searches: Static<typeof SavedSearch>[] }>> {
  const searches = fragment`
    select ${SEARCH} from market.saved_search search where search.owner_id = ${ownerId}
    order by search.created_at desc, search.id desc limit ${LIMITS.savedSearches}`
  return listJson(sql, 'searches', searches)
}

/** False when the account has no such search. */
export async function removeSearch(sql: Sql, id: string, ownerId: string): Promise<boolean> {
  const removed = await sql`delete from market.saved_search where id = ${id} and owner_id = ${ownerId} returning id`
  return removed.length > 0
}

/** Turns its mail on or off; false when the account has no such search. */
export async function setSearchMail(sql: Sql, id: string, ownerId: string, mail: boolean): Promise<boolean> {
  const changed = await sql`
    update market.saved_search set mail = ${mail} where id = ${id} and owner_id = ${ownerId} returning id`
  return changed.length > 0
}

/** By the link of a mail. */
export async function stopSearchMail(sql: Sql, id: string): Promise<void> {
  await sql`update market.saved_search set mail = false where id = ${id}`
}
