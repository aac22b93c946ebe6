import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** The columns of a pipeline on the v1 wire, for `crm.pipeline p`. */
export const pipelineColumnsV1: Fragment = sql`
  p.id, p.name, p.name as url_title, p.order_nr, not p.is_deleted as active, p.is_deal_probability_enabled as deal_probability,
  crm.time_v1(p.add_time) as add_time, crm.time_v1(p.update_time) as update_time, p.is_selected as selected`
