import { failure } from '@portico/kit/failure'
import type { Fragment } from '@portico/kit/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { rowWindow } from '../../base/lists/limit.ts'
import type { WireRow } from '../../base/records/version.ts'
import { leadColumns, leadJoins, leadText } from './v1/wire.ts'

export interface LeadRow {
  id: string
  version: number
  title: string
  owner_id: number
  label_ids: string[]
  person_id: number | null
  organization_id: number | null
  origin: string
  origin_id: string | null
  channel: number | null
  channel_id: string | null
  source_deal_id: number | null
  value_amount: string | null
  value_currency: string | null
  expected_close_date: Date | null
  visible_to: number
  is_archived: boolean
  custom: Record<string, unknown>
}

/** A lead the caller may see, locked for the rest of the transaction. */
export async function lockLead({ sql, actor }: Crm, id: string): Promise<LeadRow> {
  const [lead] = await sql<LeadRow[]>`
    select l.* from crm.lead l
    where l.company_id = ${actor.companyId} and l.id = ${id} and not l.is_deleted and ${maySee(actor, 'lead', 'l')} for update`
  if (!lead) throw failure('missing', 'Lead not found')
  return lead
}

/** Leads the caller may see as texts for the wire. `where` and `orderBy` speak of `crm.lead l`. */
export async function selectLeads(
  crm: Crm,
  where: Fragment,
  orderBy: Fragment,
  { start, limit }: { start: number; limit: number },
): Promise<WireRow[]> {
  const { sql, actor } = crm
  const rows = await sql<(WireRow & { custom: string })[]>`
    select (select row_to_json(r) from (select ${leadColumns(crm)}) r)::text as wire, l.custom::text as custom, l.version
    from (
      select l.*, row_number() over (order by ${orderBy}) as place from crm.lead l
      where l.company_id = ${actor.companyId} and not l.is_deleted and ${where} and ${maySee(actor, 'lead', 'l')}
      order by ${orderBy} ${rowWindow(start, limit)}
    ) l ${leadJoins(crm)}
    order by l.place`
  const fields = await fieldsOf(crm, 'lead')
  return rows.map(row => ({ wire: leadText(fields, row), version: row.version }))
}

export async function findLead(crm: Crm, id: string): Promise<WireRow | undefined> {
  const { sql } = crm
  const [lead] = await selectLeads(crm, sql`l.id = ${id}`, sql`l.id`, { start: 0, limit: 1 })
  return lead
}

/** Refuses labels that are not there, and holds the others: none is deleted before the lead that gets it is stored. */
export async function requireLeadLabels({ sql, actor }: Crm, ids: readonly string[] | undefined): Promise<void> {
  if (!ids || ids.length === 0) return
  const found = await sql`
    select from crm.lead_label where company_id = ${actor.companyId} and id = any(${ids}::uuid[]) for key share`
  if (found.length < ids.length)
    throw failure('invalid', 'label_ids names a label that does not exist; GET /v1/leadLabels lists them', {
      field: 'label_ids',
    })
}
