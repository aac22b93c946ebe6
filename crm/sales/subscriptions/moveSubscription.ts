import { fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { updateRecords } from '../../base/changes/write.ts'

/** Hands the subscription of a deal on to another that has none: a deal has one at a time. */
export async function moveSubscription(crm: Crm, from: number, to: number): Promise<void> {
  const { actor } = crm
  const free = sql`deal_id = ${from} and not is_deleted and not exists (select from crm.subscription other
    where other.company_id = ${actor.companyId} and other.deal_id = ${to} and not other.is_deleted)`
  await updateRecords(crm, 'subscription', free, { deal_id: to }, { bulk: true })
}
