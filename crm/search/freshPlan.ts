import type { PendingQuery, Row } from 'postgres'

/**
 * Has a query planned for its own values each time. A statement that was prepared gets, after some runs, one plan for
 * all values; but a word that is everywhere and a word that is nowhere want different plans.
 */
export function freshPlan<T extends readonly Row[]>(query: PendingQuery<T>): PendingQuery<T> {
  unprepared(query).options.prepare = false
  return query
}

/** The driver keeps this option with every query, but its types speak of it only for SQL given as text. */
function unprepared(query: object) {
  return query as { options: { prepare?: boolean } }
}
