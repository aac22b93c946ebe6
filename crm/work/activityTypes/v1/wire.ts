import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** The columns of an activity type on the wire, for `crm.activity_type t`. */
export const activityTypeColumns: Fragment = sql`t.id, t.name, t.icon_key, t.color, t.order_nr, t.key_string, t.active as active_flag,
  t.is_custom as is_custom_flag, crm.time_v1(t.add_time) as add_time, crm.time_v1(t.update_time) as update_time`
