import { type Answered, answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../api/context.ts'
import { rowLimit } from '../lists/limit.ts'

/** One entry of what happened around a record: somebody began or ceased to follow it, or to take part in it. */
export interface AroundEntry {
  seq: number
  action: 'added' | 'deleted'
  actor_id: number | null
  at: Date
  facts: Record<string, number>
}

/** A page of such entries, newest first; `entity` is the name they were logged under (`dealFollower`). */
export async function aroundLogPage<T>(
  { sql, actor }: Crm,
  entity: string,
  id: number,
  { cursor, limit = 100 }: { cursor?: string | undefined; limit?: number | undefined },
  show: (entry: AroundEntry) => T,
): Promise<Answered<T[]>> {
  const before = cursor ? readPlace(cursor) : undefined
  const rows = await sql<AroundEntry[]>`
    select seq, action, actor_id, at, facts from crm.change
    where company_id = ${actor.companyId} and entity = ${entity} and entity_id = ${String(id)}
      ${before ? sql`and seq < ${before}` : sql``}
    order by seq desc limit ${rowLimit(limit + 1)}`
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next_cursor = rows.length > limit && last ? Buffer.from(String(last.seq)).toString('base64url') : null
  return answer(page.map(show), { beside: { additional_data: { next_cursor } } })
}

function readPlace(cursor: string): number {
  const seq = Number(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!Number.isSafeInteger(seq) || seq < 1)
    throw failure('invalid', 'cursor is not one this server gave out', { field: 'cursor' })
  return seq
}
