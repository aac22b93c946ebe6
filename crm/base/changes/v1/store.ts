import type { Crm } from '../../api/context.ts'
import { rowLimit } from '../../lists/limit.ts'
import { eachField, type FieldChange } from '../fieldChanges.ts'
import type { LoggedEntity } from './fieldKeys.ts'

/** What happened to the fields of a record before a place in the log, newest first. */
export async function selectFieldChanges(
  { sql, actor }: Crm,
  entity: LoggedEntity,
  id: number,
  { place, limit }: { place: { seq: number; key: string } | undefined; limit: number },
): Promise<FieldChange[]> {
  return sql<FieldChange[]>`
    select c.seq, item.*, c.actor_id, c.at, c.source, c.user_agent, c.bulk from crm.change c ${eachField}
    where c.company_id = ${actor.companyId} and c.entity = ${entity} and c.entity_id = ${String(id)}
      ${place ? sql`and (c.seq, item.key) < (${place.seq}::bigint, ${place.key}::text)` : sql``}
    order by c.seq desc, item.key desc limit ${rowLimit(limit)}`
}
