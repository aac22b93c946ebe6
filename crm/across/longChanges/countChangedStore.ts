import type { Crm } from '../../base/api/context.ts'
import type { RecordTable } from '../../base/changes/write.ts'

/**
 * How many of these records the long change has changed so far, whichever way or in the one that is named. Their own lines
 * are read: no index is to be found for the id of the call, under which there are more with each batch.
 */
export async function countChanged(
  { sql, actor, call }: Crm,
  table: RecordTable,
  ids: readonly string[],
  action?: 'updated',
): Promise<number> {
  if (ids.length === 0) return 0
  const [changed] = await sql<{ count: number }[]>`
    select count(distinct c.entity_id)::integer as count from crm.change c
    where c.company_id = ${actor.companyId} and c.entity = ${table} and c.entity_id = any(${ids}::text[])
      and (c.correlation_id = ${call.requestId}) is true ${action ? sql`and c.action = ${action}` : sql``}`
  return changed?.count ?? 0
}
