import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/**
 * What `crm.deal d` is worth by its probability: its own, else that of `crm.stage stage` where `crm.pipeline pipeline`
 * counts it.
 */
export const weightedValue: Fragment = weightedOf('d')

/** The same for a deal under another alias. */
export function weightedOf(deal: string): Fragment {
  const d = sql(deal)
  return sql`(${d}.value * coalesce(${d}.probability::numeric,
    case when pipeline.is_deal_probability_enabled then stage.deal_probability end, 100) / 100)`
}
