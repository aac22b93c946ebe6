import type { Fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import type { WireRow } from '../../../base/records/version.ts'
import { leadColumns, leadJoins, leadText } from './wire.ts'

/** Leads the caller may see as texts for the wire. `where` and `orderBy` refer to `crm.lead l`. */
export async function selectLeads(
  crm: Crm,
  where: Fragment,
  orderBy: Fragment,
  { start, limit }: { start: number; limit: number },
): Promise<(WireRow & { id: string })[]> {
  const { sql, actor } = crm
  const rows = await sql<(WireRow & { id: string; custom: string })[]>`
    select (select row_to_json(r) from (select ${leadColumns(crm)}) r)::text as wire, l.custom::text as custom, l.version, l.id
    from (
      select l.*, row_number() over (order by ${orderBy}) as place from crm.lead l
      where l.company_id = ${actor.companyId} and not l.is_deleted and ${where} and ${maySee(actor, 'lead', 'l')}
      order by ${orderBy} ${rowWindow(start, limit)}
    ) l ${leadJoins(crm)}
    order by l.place`
  const fields = await fieldsOf(crm, 'lead')
  return rows.map(row => ({ wire: leadText(fields, row), version: row.version, id: row.id }))
}

export async function findLead(crm: Crm, id: string): Promise<WireRow | undefined> {
  const { sql } = crm
  const [lead] = await selectLeads(crm, sql`l.id = ${id}`, sql`l.id`, { start: 0, limit: 1 })
  return lead
}
