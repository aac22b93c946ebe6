import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { EVERYTHING, maySee } from '../../base/access/visibility.ts'

/** What is on a deal (products, installments, a subscription) is seen with it: for a row with `deal_id` under the alias. */
export function maySeeDealOf(actor: Actor, alias: string): Fragment {
  if (actor.isAdmin) return EVERYTHING
  const part = sql(alias)
  return sql`(select ${maySee(actor, 'deal', 'bearer')} from crm.deal bearer
    where bearer.company_id = ${part}.company_id and bearer.id = ${part}.deal_id)`
}
