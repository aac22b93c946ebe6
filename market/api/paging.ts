import { optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { LIMITS } from '../limits.ts'

/** More than this many rows are never sent at once, whatever is asked for. */
export const MOST_ROWS = LIMITS.rows

const MOST_SKIPPED = 1_000_000_000

export const Limit = Type.Integer({ minimum: 0 })
export const Skip = Type.Integer({ minimum: 0 })

export const PagingQuery = { limit: optional(Limit), skip: optional(Skip) }

export interface Page {
  limit: number
  skip: number
}

/** The page a caller asks for. */
export interface Paging {
  limit?: number | undefined
  skip?: number | undefined
}

export function pageOf({ limit = MOST_ROWS, skip = 0 }: Paging): Page {
  return { limit: Math.min(limit, MOST_ROWS), skip: Math.min(skip, MOST_SKIPPED) }
}
