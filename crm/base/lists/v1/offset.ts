import { type Answered, answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { json, jsonArray } from '@portico/kit/api/json'
import { optional } from '@portico/kit/api/schemas'
import { type Fragment, joined, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'

/** Query of v1 lists that are paged by offset. A limit over the maximum is brought down to it. */
export const offsetQuery = {
  start: optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 })),
  limit: optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
}

const page = { start: Type.Integer(), limit: Type.Integer(), more_items_in_collection: Type.Boolean() }

/** Older callers look into `pagination`, the shapes of newer ones have the same facts beside it. */
export const Pagination = Type.Object({
  ...page,
  next_start: optional(Type.Integer()),
  pagination: Type.Object({ ...page, next_start: optional(Type.Integer()) }),
})

export const pagination = { additional_data: Pagination }

export function pageOf(
  { start = 0, limit = 100 }: { start?: number | undefined; limit?: number | undefined },
  max = 500,
) {
  return { start, limit: Math.min(limit, max) }
}

/** Callers fetch one text more than the limit. An empty v1 list is null. */
export function offsetPage<T>(
  texts: readonly string[],
  page: { start: number; limit: number },
  beside: Record<string, unknown> = {},
): Answered<T[] | null> {
  const data = texts.length === 0 ? json<null>('null') : jsonArray<T>(texts.slice(0, page.limit))
  return answer<T[] | null>(data, { beside: besidePage(texts, page, beside) })
}

/** The same where the contract has a list that is never null. */
export function offsetList<T>(texts: readonly string[], page: { start: number; limit: number }): Answered<T[]> {
  return answer<T[]>(jsonArray<T>(texts.slice(0, page.limit)), { beside: besidePage(texts, page, {}) })
}

function besidePage(
  texts: readonly string[],
  { start, limit }: { start: number; limit: number },
  { additional_data, ...rest }: Record<string, unknown>,
) {
  const more = texts.length > limit
  const facts = { start, limit, more_items_in_collection: more, ...(more && { next_start: start + limit }) }
  return { additional_data: { ...facts, pagination: facts, ...(additional_data as object) }, ...rest }
}

/**
 * Reads `sort=title ASC, add_time DESC` against the columns a list can be sorted by; the id breaks ties. Columns that
 * are `filled` in every row are ordered the way indexes are, in both directions.
 */
export function sortOf(
  sort: string | undefined,
  columns: Readonly<Record<string, Fragment>>,
  id: Fragment,
  filled: readonly string[] = [],
): Fragment {
  const parts = (sort ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
    .map(part => readPart(part, columns))
  const order = parts.map(({ field, column, descends }) => {
    if (filled.includes(field)) return descends ? sql`${column} desc` : sql`${column} asc`
    return descends ? sql`${column} desc nulls last` : sql`${column} asc nulls first`
  })
  const last = parts.at(-1)
  const tie = last?.descends && filled.includes(last.field) ? sql`${id} desc` : sql`${id} asc`
  return joined([...order, tie], ', ')
}

function readPart(part: string, columns: Readonly<Record<string, Fragment>>) {
  const [, field = '', direction = 'asc'] = /^(\w+)(?:\s+(asc|desc))?$/i.exec(part) ?? []
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (!column)
    throw failure('invalid', `sort cannot use ${part}; it takes ${Object.keys(columns).join(', ')}`, { field: 'sort' })
  return { field, column, descends: direction.toLowerCase() === 'desc' }
}
