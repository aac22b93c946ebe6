import { failure } from '@portico/kit/api/failure'
import { isDay, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'

/** A day to count from in a report: far from both ends of the calendar, so that counting stays inside it. */
export const CountedDay = Type.String({
  format: 'date',
  pattern: '^[12]',
  description: 'A day of the years 1000 to 2999',
})

/** Reads a time of the v2 wire: RFC 3339 with whole seconds, `2026-03-01T08:00:00Z`. */
export function readTime(text: string, field: string): Date {
  const time = RFC3339.test(text) ? existingTime(text) : undefined
  if (!time) throw failure('invalid', `${field} must be a time such as 2026-03-01T08:00:00Z`, { field })
  return time
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/

/** Reads a time of the v1 wire: `2026-03-01 08:00:00`, or the v2 form, which some callers send everywhere. */
export function readTimeV1(text: string | null | undefined, field: string): Date | null | undefined {
  if (text === null || text === undefined) return text
  if (text === '') return null
  const iso = text.replace(' ', 'T').replace(/(?<![Zz]|[+-]\d\d:\d\d)$/, 'Z')
  const time = V1_TIME.test(text) ? existingTime(iso) : undefined
  if (!time) throw failure('invalid', `${field} must be a time such as 2026-03-01 08:00:00`, { field })
  return time
}

const V1_TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/

/** A moment of the past, to the microsecond if need be, for PostgreSQL to read: JavaScript knows no microseconds. */
export function readMoment(text: string, field: string): string {
  if (MOMENT.test(text) && existingTime(text)) return text
  throw failure('invalid', `${field} must be a time such as 2026-03-01T08:00:00Z or 2026-03-01T08:00:00.123456Z`, {
    field,
  })
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/

/** What every v2 get of a record with a past takes. */
export const asOfQuery = {
  as_of: optional(
    Type.String({ maxLength: 40, description: 'Shows the record as it stood at this time, as 2026-03-01T08:00:00Z' }),
  ),
}

/** The time an ISO 8601 text names, if there is one: JavaScript takes the 30th of February for the 2nd of March. */
export function existingTime(text: string): Date | undefined {
  const time = isDay(text.slice(0, 10)) && text.slice(11, 13) !== '24' ? new Date(text) : undefined
  return time && canBeKept(time) ? time : undefined
}

/** The database counts years from 1, and the wire has four digits for them. */
function canBeKept(time: Date): boolean {
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
