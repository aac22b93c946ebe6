import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Subscription } from './rules.ts'

export interface SubscriptionRow extends Subscription {
  deal_id: number
  user_id: number
  description: string
  currency: string
  next_payment_nr: number
  final_status: string | null
  add_time: Date
  update_time: Date
  version: number
}

/** Those of these subscriptions that are on deals the caller may see. */
export async function severalSubscriptions({ sql, actor }: Crm, ids: readonly number[]): Promise<SubscriptionRow[]> {
  return sql<SubscriptionRow[]>`${visibleSubscriptions(actor)} and s.id = any(${ids}::bigint[])`
}

/** Up to its first conditions; further ones follow. */
function visibleSubscriptions(actor: Actor): Fragment {
  return fragment`
    select s.id, s.deal_id, s.user_id, s.kind, s.description, s.currency, s.is_active, s.infinite, s.cycles_count, s.cadence_type,
      s.start_date::text, s.end_date::text, s.last_date::text, s.amounts, s.payments, s.next_payment_nr, s.final_status,
      s.add_time, s.update_time, s.version
    from crm.subscription s join crm.deal d on d.company_id = s.company_id and d.id = s.deal_id
    where s.company_id = ${actor.companyId} and not s.is_deleted and ${maySee(actor, 'deal', 'd')}`
}

/** A subscription of a deal the caller may see; for a change it is locked, its deal first. */
export async function findSubscription(
  { sql, actor }: Crm,
  which: { id: number } | { dealId: number },
  lock: 'lock' | 'read' = 'read',
): Promise<SubscriptionRow> {
  const [row] = await sql<SubscriptionRow[]>`
    ${visibleSubscriptions(actor)} and ${'id' in which ? sql`s.id = ${which.id}` : sql`s.deal_id = ${which.dealId}`}
    ${lock === 'lock' ? sql`for update` : sql``}`
  if (!row) throw failure('missing', 'Subscription not found')
  return row
}
