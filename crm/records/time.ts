import { failure } from '@portico/kit/failure'

/** Reads a time of the v2 wire: RFC 3339 with whole seconds, `2026-03-01T08:00:00Z`. */
export function readTime(text: string, field: string): Date {
  const time = RFC3339.test(text) ? new Date(text) : undefined
  if (!time || !canBeKept(time))
    throw failure('invalid', `${field} must be a time such as 2026-03-01T08:00:00Z`, { field })
  return time
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/

/** The database counts years from 1, and the wire has four digits for them. */
export function canBeKept(time: Date): boolean {
  const year = time.getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** The times between which v2 lists look for updates. */
export function updatedBetween(query: { updated_since?: string | undefined; updated_until?: string | undefined }) {
  const { updated_since, updated_until } = query
  return {
    updated_since: !updated_since ? undefined : readTime(updated_since, 'updated_since'),
    updated_until: !updated_until ? undefined : readTime(updated_until, 'updated_until'),
  }
}

/** A time on the v1 wire: `2026-03-01 08:00:00`, UTC. */
export function timeV1(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ')
}

/** A time on the v2 wire: `2026-03-01T08:00:00Z`. */
export function timeV2(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}
