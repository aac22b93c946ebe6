import { failure } from '@portico/kit/api/failure'
import { fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { recordStore } from '../../base/records/recordStore.ts'

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
  is_deleted: boolean
  custom: Record<string, unknown>
}

/** A deleted lead is missing even for those who could bring it back. */
export const { lock: lockLead, require: requireLead } = recordStore<LeadRow, string>(
  'lead',
  fragment`and not r.is_deleted`,
)

/** But not for undoing. */
export const { lock: lockLeadEvenDeleted } = recordStore<LeadRow, string>('lead')

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
