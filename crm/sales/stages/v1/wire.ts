import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** The columns of a stage on the v1 wire, for `crm.stage s` joined with its `crm.pipeline p`. */
export const stageColumnsV1: Fragment = sql`
  s.id, s.order_nr, s.name, not (s.is_deleted or p.is_deleted) as active_flag, s.deal_probability, s.pipeline_id,
  s.is_deal_rot_enabled as rotten_flag, s.days_to_rotten as rotten_days, crm.time_v1(s.add_time) as add_time,
  crm.time_v1(s.update_time) as update_time, p.name as pipeline_name, p.is_deal_probability_enabled as pipeline_deal_probability`
