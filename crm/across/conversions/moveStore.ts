import { fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { logChange } from '../../base/changes/logStore.ts'
import { type RecordTable, updateRecords } from '../../base/changes/write.ts'
import { copyRows } from '../../base/records/copyRowsStore.ts'
import { relinkProjects } from '../../work/projects/linkStore.ts'

/** Records that belong to a lead or a deal by these columns, and follow it when it becomes the other; notes with their pin. */
const FOLLOWING: readonly RecordTable[] = ['activity', 'call_log', 'file', 'mail_thread']

export async function moveToDeal(crm: Crm, leadId: string, dealId: number): Promise<void> {
  const values = { lead_id: null, deal_id: sql`coalesce(t.deal_id, ${dealId})` }
  const which = sql`lead_id = ${leadId}`
  for (const table of FOLLOWING) await updateRecords(crm, table, which, values, { bulk: true })
  const pinned = sql`t.pinned_to_deal_flag or (t.deal_id is null and t.pinned_to_lead_flag)`
  await updateRecords(crm, 'note', which, { ...values, pinned_to_deal_flag: pinned }, { bulk: true })
}

export async function moveToLead(crm: Crm, dealId: number, leadId: string): Promise<void> {
  const values = { deal_id: null, lead_id: sql`coalesce(t.lead_id, ${leadId}::uuid)` }
  const which = sql`deal_id = ${dealId}`
  for (const table of FOLLOWING) await updateRecords(crm, table, which, values, { bulk: true })
  const pinned = sql`t.pinned_to_lead_flag or (t.lead_id is null and t.pinned_to_deal_flag)`
  await updateRecords(crm, 'note', which, { ...values, pinned_to_lead_flag: pinned }, { bulk: true })
}

/** Those of them whose changes are not undone by themselves. */
const BROUGHT_BACK: readonly RecordTable[] = ['call_log', 'mail_thread']

/**
 * When the deletion of a lead that became a deal is undone: calls and mail that went along are its own again, as far as
 * they still belong to that deal. `correlationId` is that of the conversion.
 */
export async function returnToLead(crm: Crm, leadId: string, correlationId: string): Promise<void> {
  const { actor } = crm
  for (const table of BROUGHT_BACK) {
    const moved = await crm.sql<{ id: string; deal_id: number | null; was_without: boolean }[]>`
      select c.entity_id as id, (c.after ->> 'deal_id')::bigint as deal_id, c.before ? 'deal_id' as was_without
      from crm.change c
      where c.company_id = ${actor.companyId} and c.correlation_id = ${correlationId} and c.entity = ${table}
        and c.action = 'updated' and c.before ->> 'lead_id' = ${leadId}`
    for (const was_without of [true, false]) {
      const lines = moved.filter(line => line.was_without === was_without)
      const which = sql`lead_id is null and deal_id = any(${lines.flatMap(line => line.deal_id ?? [])}::bigint[])
        and id::text = any(${lines.map(line => line.id)}::text[])`
      const values = { lead_id: leadId, ...(was_without && { deal_id: null }) }
      if (lines.length > 0) await updateRecords(crm, table, which, values, { bulk: true })
    }
  }
}

/**
 * Followers, participants and projects of a deal that became a lead wait with the deleted deal, as leads have none of
 * them. When the lead becomes a deal again they are back.
 */
export async function returnCompany(crm: Crm, formerDealId: number, dealId: number): Promise<void> {
  const { actor } = crm
  const followers = await copyRows<{ user_id: number }>(crm.sql, {
    table: 'follower',
    companyId: actor.companyId,
    which: sql`r.entity = 'deal' and r.entity_id = ${formerDealId}`,
    kept: ['entity', 'user_id', 'add_time'],
    given: { entity_id: dealId },
  })
  for (const { user_id } of followers)
    await logChange(crm, 'dealFollower', dealId, 'added', { follower_user_id: user_id })
  const participants = await copyRows<{ person_id: number }>(crm.sql, {
    table: 'participant',
    companyId: actor.companyId,
    which: sql`r.deal_id = ${formerDealId}`,
    kept: ['person_id', 'added_by', 'add_time'],
    given: { deal_id: dealId },
  })
  for (const { person_id } of participants) await logChange(crm, 'participant', dealId, 'added', { person_id })
  await relinkProjects(crm, 'deal_ids', formerDealId, dealId)
}
