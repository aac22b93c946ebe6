import { type Answered, answer } from '@portico/kit/api/answer'
import { nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../api/context.ts'
import { cursorRefused } from '../../lists/cursor.ts'
import { timeV1 } from '../../records/time.ts'
import { fieldKey, type LoggedEntity, loggedText } from './fieldKeys.ts'
import { selectFieldChanges } from './store.ts'

export const changelogQuery = {
  cursor: optional(Type.String()),
  limit: optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
}

export const ChangelogItem = Type.Object({
  field_key: Type.String(),
  old_value: nullable(Type.String()),
  new_value: nullable(Type.String()),
  actor_user_id: nullable(Type.Integer()),
  time: Type.String(),
  change_source: nullable(Type.String()),
  change_source_user_agent: nullable(Type.String()),
  is_bulk_update_flag: Type.Boolean(),
})

/** What happened to the fields of a record, newest first. Callers have made sure that the record is visible. */
export async function changelogPage(
  crm: Crm,
  entity: LoggedEntity,
  id: number,
  { cursor, limit = 100 }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Answered<Static<typeof ChangelogItem>[]>> {
  const place = cursor ? readPlace(cursor) : undefined
  const rows = await selectFieldChanges(crm, entity, id, { place, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next_cursor = rows.length > limit && last ? writePlace(last) : null
  return answer(
    page.map(change => ({
      field_key: change.is_custom ? change.key : fieldKey(entity, change.key),
      old_value: loggedText(change.old),
      new_value: loggedText(change.new),
      actor_user_id: change.actor_id,
      time: timeV1(change.at),
      change_source: change.source,
      change_source_user_agent: change.user_agent,
      is_bulk_update_flag: change.bulk,
    })),
    { beside: { additional_data: { next_cursor } } },
  )
}

/** The two parts of a place in a log: the change, and the field or item within it. */
function writePlace({ seq, key }: { seq: number; key: string }): string {
  return Buffer.from(JSON.stringify([seq, key])).toString('base64url')
}

function readPlace(cursor: string): { seq: number; key: string } {
  try {
    const [seq, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Number.isSafeInteger(seq) && typeof key === 'string' && !key.includes('\0')) return { seq, key }
  } catch {
    // falls through to the one refusal below
  }
  throw cursorRefused()
}
