import { type Answered, answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { cursorRefused } from '../../../base/lists/cursor.ts'
import type { RecordId, Revert } from '../../../base/records/revert.ts'
import { hasScope } from '../access.ts'
import { REVERTIBLE } from '../kinds.ts'
import { changesOfRecord, type Change as StoredChange, seenOf } from '../store.ts'
import { type Change, showChanges } from './shape.ts'

export const changesQuery = {
  limit: optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
  cursor: optional(Type.String()),
}

interface Page {
  limit?: number | undefined
  cursor?: string | undefined
}

/** One page of the changes of a record, newest first. */
export async function changesOf(crm: Crm, kind: Revert, id: RecordId, page: Page): Promise<Answered<Change[]>> {
  const { table } = kind
  if (!(await seenOf(crm, kind, [String(id)])).has(String(id)))
    throw failure('missing', `${table.charAt(0).toUpperCase()}${table.slice(1)} not found`)
  return changePage(crm, page, window => changesOfRecord(crm, { table, id }, window))
}

/** Callers get one row more than the limit; `seen` leaves out what the caller may not see. */
export async function changePage(
  crm: Crm,
  { limit = 100, cursor }: Page,
  select: (window: { before: number | undefined; limit: number }) => Promise<StoredChange[]>,
): Promise<Answered<Change[]>> {
  const rows = await select({ before: cursor === undefined ? undefined : readPlace(cursor), limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next_cursor = rows.length > limit && last ? Buffer.from(String(last.seq)).toString('base64url') : null
  const data = await showChanges(crm, await seenChanges(crm, page))
  return answer(data, { beside: { additional_data: { next_cursor } } })
}

function readPlace(cursor: string): number {
  const seq = Number(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (Number.isSafeInteger(seq) && seq > 0) return seq
  throw cursorRefused()
}

/** Changes of records that the caller may see, of kinds that the credential opens. */
export async function seenChanges(crm: Crm, changes: readonly StoredChange[]): Promise<StoredChange[]> {
  const seen = new Set<string>()
  for (const [entity, kind] of REVERTIBLE) {
    const ids = changes.filter(change => change.entity === entity).map(change => change.entity_id)
    if (ids.length === 0 || !hasScope(crm, kind.scopes.read)) continue
    for (const id of await seenOf(crm, kind, ids)) seen.add(`${entity} ${id}`)
  }
  return changes.filter(({ entity, entity_id }) => seen.has(`${entity} ${entity_id}`))
}
