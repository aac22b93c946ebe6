import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'

/** The columns of `crm.lead_label l` on the wire. */
export const labelColumns: Fragment = fragment`l.id, l.name, l.color, crm.time_ms(l.add_time) as add_time, crm.time_ms(l.update_time) as update_time`

/** The JSON texts of all labels, the oldest first. */
export async function listLeadLabels({ sql, actor }: Crm): Promise<string[]> {
  const rows = await sql<{ wire: string }[]>`
    select (select row_to_json(r) from (select ${labelColumns}) r)::text as wire from crm.lead_label l
    where l.company_id = ${actor.companyId} order by l.add_time, l.name, l.id`
  return rows.map(row => row.wire)
}

export async function findLeadLabel({ sql, actor }: Crm, id: string): Promise<string> {
  const [row] = await sql<{ wire: string }[]>`
    select (select row_to_json(r) from (select ${labelColumns}) r)::text as wire from crm.lead_label l
    where l.company_id = ${actor.companyId} and l.id = ${id}`
  if (!row) throw failure('missing', 'Lead label not found')
  return row.wire
}
