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

/** Entries that were logged under a name (`dealFollower`), newest first. */
export async function selectAround(
  { sql, actor }: Crm,
  entity: string,
  id: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AroundEntry[]> {
  return sql<AroundEntry[]>`
    select seq, action, actor_id, at, facts from crm.change
    where company_id = ${actor.companyId} and entity = ${entity} and entity_id = ${String(id)}
      ${before ? sql`and seq < ${before}` : sql``}
    order by seq desc limit ${rowLimit(limit)}`
}
