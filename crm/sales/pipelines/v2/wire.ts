import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** The columns of a pipeline on the v2 wire, for `crm.pipeline p`. */
export const pipelineColumnsV2: Fragment = sql`
  p.id, p.name, p.order_nr, p.is_deleted, p.is_deal_probability_enabled,
  crm.time_v2(p.add_time) as add_time, crm.time_v2(p.update_time) as update_time`
