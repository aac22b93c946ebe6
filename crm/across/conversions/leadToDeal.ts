import type { Crm } from '../../base/api/context.ts'
import { insertRecord, updateRecord } from '../../base/changes/write.ts'
import { requireDealFields } from '../../sales/deals/requiredFields.ts'
import { lockLead } from '../../sales/leads/store.ts'
import { findStage } from '../../sales/stages/findStage.ts'
import { dealLabelsFor } from './labels.ts'
import { moveToDeal, returnCompany } from './moveStore.ts'
import type { ConversionRow } from './store.ts'

/** Makes a deal of a lead: the deal takes everything over, the lead is deleted. */
export async function leadToDeal(crm: Crm, { source_id, input }: ConversionRow): Promise<{ deal_id: number }> {
  const { actor, now } = crm
  const lead = await lockLead(crm, source_id)
  const stage = await findStage(crm, input)
  const labels = await dealLabelsFor(crm, lead.label_ids)
  const values = {
    title: lead.title,
    owner_id: lead.owner_id,
    creator_id: actor.userId,
    person_id: lead.person_id,
    org_id: lead.organization_id,
    pipeline_id: stage.pipeline_id,
    stage_id: stage.id,
    value: lead.value_amount,
    currency: lead.value_currency ?? actor.defaultCurrency,
    expected_close_date: lead.expected_close_date,
    visible_to: lead.visible_to,
    label_ids: labels.ids,
    origin: lead.origin,
    origin_id: lead.origin_id,
    channel: lead.channel,
    channel_id: lead.channel_id,
    source_lead_id: lead.id,
    custom: lead.custom,
    add_time: now,
    update_time: now,
  }
  await requireDealFields(crm, () => ({ ...values, status: 'open' }))
  const facts = { converted_from_lead_id: lead.id, ...(labels.lost.length > 0 && { lost_labels: labels.lost }) }
  const deal = await insertRecord<{ id: number }>(crm, 'deal', values, { facts })
  await moveToDeal(crm, lead.id, deal.id)
  if (lead.source_deal_id !== null) await returnCompany(crm, lead.source_deal_id, deal.id)
  await updateRecord(
    crm,
    'lead',
    lead.id,
    { is_deleted: true, delete_time: now },
    { action: 'deleted', facts: { converted_to_deal_id: deal.id } },
  )
  return { deal_id: deal.id }
}
