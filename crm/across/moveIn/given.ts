import { isRecord } from '@portico/kit/api/isRecord'

/* Reads what the source answers, in both of its versions; null where there is nothing. */

export function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null
}

export function numberIn(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** v1 says 1, "1", "true" or true. */
export function flagIn(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}

/** `2026-03-01 08:00:00` of v1 is UTC, as is RFC 3339 of v2. */
export function timeIn(value: unknown): Date | null {
  if (typeof value !== 'string' || value === '' || value.startsWith('0000')) return null
  const text = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) ? `${value.replace(' ', 'T')}Z` : value
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time
}

export function dayIn(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? value.slice(0, 10) : null
}

/** A plain id, or that of a relation as v1 writes it out. */
export function idIn(value: unknown): string | null {
  const plain = isRecord(value) ? (value.value ?? value.id ?? value.user_id ?? null) : value
  return typeof plain === 'number' || (typeof plain === 'string' && plain !== '') ? String(plain) : null
}

export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function recordsIn(value: unknown): Record<string, unknown>[] {
  return listIn(value).filter(isRecord)
}

/** When a record was made and last changed, as far as the source says. */
export function timesOf(record: Record<string, unknown>) {
  const add_time = timeIn(record.add_time) ?? undefined
  return { add_time, update_time: timeIn(record.update_time) ?? add_time }
}
