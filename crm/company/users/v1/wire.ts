import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../../base/access/actor.ts'

/** The columns of a user on the wire (v1), for `crm.app_user u`. */
export function userColumns(actor: Actor): Fragment {
  return sql`u.id, u.name, u.default_currency, u.locale, u.lang, u.email, u.phone, u.activated,
    crm.time_v1(u.last_login) as last_login, crm.time_v1(u.created) as created, crm.time_v1(u.update_time) as modified,
    u.has_created_company, ${accessOf} as access, u.active as active_flag, u.timezone_name,
    case when ${OFFSET} < '0' then to_char(-(${OFFSET}), '"-"HH24:MI') else to_char(${OFFSET}, '"+"HH24:MI') end as timezone_offset,
    u.role_id, u.icon_url, u.id = ${actor.userId} as is_you, u.is_deleted`
}

/** What the clock of the user is ahead of UTC now. */
const OFFSET = sql`(now() at time zone u.timezone_name - now() at time zone 'UTC')`

const accessOf = sql`(select coalesce(json_agg(json_build_object('app', s.app, 'admin', s.type = 'admin', 'permission_set_id', s.id)
    order by s.app), '[]')
  from crm.permission_assignment a join crm.permission_set s on s.company_id = a.company_id and s.id = a.permission_set_id
  where a.company_id = u.company_id and a.user_id = u.id)`
