import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import type { WireRow } from '../../../base/records/version.ts'
import { maySeeCall } from '../visibility.ts'
import { callColumns } from './wire.ts'

/** Calls the caller may see as texts for the wire, the latest first. `where` refers to `crm.call_log c`. */
export async function selectCalls(
  { sql, actor }: Crm,
  where: Fragment,
  { start, limit }: { start: number; limit: number },
): Promise<WireRow[]> {
  return sql<WireRow[]>`
    select (select row_to_json(r) from (select ${callColumns}) r)::text as wire, c.version
    from crm.call_log c
    where c.company_id = ${actor.companyId} and not c.is_deleted and ${where} and ${maySeeCall(actor, 'c')}
    order by c.start_time desc, c.id ${rowWindow(start, limit)}`
}

export async function findCall(crm: Crm, id: string): Promise<WireRow | undefined> {
  const [call] = await selectCalls(crm, crm.sql`c.id = ${id}`, { start: 0, limit: 1 })
  return call
}
