import type { Crm } from '../../base/api/context.ts'
import { insertRecord, updateRecord } from '../../base/changes/write.ts'
import { requireContact } from '../../sales/leads/v1/input.ts'
import { leadLabelsFor } from './labels.ts'
import { moveToLead } from './moveStore.ts'
import { type ConversionRow, lockOpenDeal } from './store.ts'

/** Makes a lead of a deal that is still open: the lead takes over what leads can have, the deal is deleted. */
export async function dealToLead(crm: Crm, { source_id }: ConversionRow): Promise<{ lead_id: string }> {
  const { actor, now } = crm
  const deal = await lockOpenDeal(crm, Number(source_id))
  requireContact(deal.person_id, deal.org_id)
  const labels = await leadLabelsFor(crm, deal.label_ids)
  const hasValue = Number(deal.value) !== 0
  const lead = await insertRecord<{ id: string }>(
    crm,
    'lead',
    {
      title: deal.title,
      owner_id: deal.owner_id,
      creator_id: actor.userId,
      person_id: deal.person_id,
      organization_id: deal.org_id,
      label_ids: labels.ids,
      source_name: 'Deal',
      origin: deal.origin,
      origin_id: deal.origin_id,
      channel: deal.channel,
      channel_id: deal.channel_id,
      source_deal_id: deal.id,
      value_amount: hasValue ? deal.value : null,
      value_currency: hasValue ? deal.currency : null,
      expected_close_date: deal.expected_close_date,
      visible_to: deal.visible_to,
      custom: deal.custom,
      add_time: now,
      update_time: now,
    },
    { facts: { converted_from_deal_id: deal.id, ...(labels.lost.length > 0 && { lost_labels: labels.lost }) } },
  )
  await moveToLead(crm, deal.id, lead.id)
  await updateRecord(
    crm,
    'deal',
    deal.id,
    { is_deleted: true, delete_time: now, status: 'deleted', status_before: deal.status },
    { action: 'deleted', facts: { converted_to_lead_id: lead.id } },
  )
  return { lead_id: lead.id }
}
