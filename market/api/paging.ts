import { optional } from '@portico/kit/schemas'
import Type from 'typebox'

/** More than this many rows are never sent at once, whatever is asked for. */
export const MOST_ROWS = 100

const MOST_SKIPPED = 1_000_000_000

export const Limit = Type.Integer({ minimum: 0 })
export const Skip = Type.Integer({ minimum: 0 })

export const PagingQuery = { limit: optional(Limit), skip: optional(Skip) }

export interface Page {
  limit: number
  skip: number
}

export function pageOf(given: { limit?: number | undefined; skip?: number | undefined }, limit = MOST_ROWS): Page {
  return { limit: Math.min(given.limit ?? limit, MOST_ROWS), skip: Math.min(given.skip ?? 0, MOST_SKIPPED) }
}
