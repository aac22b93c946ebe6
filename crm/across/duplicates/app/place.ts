import { failure } from '@portico/kit/api/failure'
import type { ScanPlace } from './store.ts'

/** How far records were looked through, as a cursor. */
export function writePlace({ key, id }: ScanPlace): string {
  return Buffer.from(JSON.stringify([id, key])).toString('base64url')
}

export function readPlace(cursor: string): ScanPlace {
  try {
    const [id, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Number.isSafeInteger(id) && typeof key === 'string' && !key.includes('\0')) return { id, key }
  } catch {
    // falls through to the one refusal below
  }
  throw failure('invalid', 'cursor is not one this server gave out for this list', { field: 'cursor' })
}
