import { type Answered, answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { json } from '@portico/kit/api/json'
import type { Crm } from '../api/context.ts'

/** A record ready for the wire, with the version that `If-Match` is held against. */
export interface WireRow {
  wire: string
  version: number
}

/** The record as an answer, its version in the ETag; a missing (or invisible) one is a 404. */
export function oneRecord<T>(row: WireRow | undefined, name: string): Answered<T> {
  if (!row) throw failure('missing', `${name} not found`)
  return answer(json<T>(row.wire), { headers: { etag: `"${row.version}"` } })
}

/** Refuses an update made on an older version than the caller thinks: 412 instead of a lost update. */
export function requireMatch({ call }: Crm, version: number): void {
  const wanted = call.request.headers.get('if-match')
  if (wanted === null || wanted === '*') return
  if (!wanted.split(',').some(tag => tag.trim().replace(/^W\//, '').replaceAll('"', '') === String(version)))
    throw failure('stale', `The record has changed since you read it, it is at version ${version}`, {
      field: 'if-match',
      version,
    })
}
