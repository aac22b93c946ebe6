import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import type { TargetCurrency } from '../../company/currencies/targetStore.ts'
import { type DealSum, type Summing, sumDealsBy } from '../deals/sumsStore.ts'

export interface OpenDealsSum extends DealSum {
  stage_id: number
}

/** What the open deals are worth, by stage and currency. `where` refers to `crm.deal d`, or to groups of them. */
export async function sumOpenDeals(
  crm: Crm,
  where: Fragment,
  target: TargetCurrency | undefined,
  summing: Summing = {},
): Promise<OpenDealsSum[]> {
  const open = sql`d.status = 'open' and not d.is_archived and ${where}`
  const sums = await sumDealsBy(crm, { stage_id: sql`d.stage_id` }, open, target, summing)
  return sums.map(sum => ({ ...sum, stage_id: Number(sum.stage_id) }))
}
