import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** The columns of `crm.call_log c` on the wire. */
export const callColumns: Fragment = sql`
  c.id, c.activity_id, c.subject, c.duration::text as duration, c.outcome, c.from_phone_number, c.to_phone_number,
  crm.time_ms(c.start_time) as start_time, crm.time_ms(c.end_time) as end_time, c.person_id, c.org_id, c.deal_id, c.lead_id,
  c.note, c.file_key is not null as has_recording, c.user_id, c.company_id`
