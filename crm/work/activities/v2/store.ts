import type { Crm } from '../../../base/api/context.ts'
import type { WireRow } from '../../../base/records/version.ts'
import { maySeeActivity } from '../visibility.ts'
import { activityColumnsV2 } from './wire.ts'

export async function findActivityV2(
  { sql, actor }: Crm,
  id: number,
  include: { attendees: boolean },
): Promise<WireRow | undefined> {
  const [activity] = await sql<WireRow[]>`
    select (select row_to_json(r) from (select ${activityColumnsV2(include)}) r)::text as wire, a.version from crm.activity a
    where a.company_id = ${actor.companyId} and a.id = ${id} and ${maySeeActivity(actor, 'a')}`
  return activity
}
