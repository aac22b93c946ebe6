import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { plainColumns } from '../../../base/fields/derive.ts'
import { activityFields } from '../fields.ts'
import { participantsOf } from '../participantsWire.ts'

const plain = plainColumns(activityFields, 'a')

/** The columns of an activity on the v2 wire, for `crm.activity a`. */
export function activityColumnsV2({ attendees, taking }: { attendees: boolean; taking?: Fragment }): Fragment {
  return sql`
    a.id, a.subject, a.type, a.owner_id, a.creator_id as creator_user_id, a.is_deleted,
    crm.time_v2(a.add_time) as add_time, crm.time_v2(a.update_time) as update_time,
    a.deal_id, a.lead_id, a.person_id, a.org_id, a.project_id, a.due_date,
    to_char(a.due_time, 'HH24:MI:SS') as due_time, to_char(a.duration, 'HH24:MI:SS') as duration, a.busy, a.done,
    crm.time_v2(a.marked_as_done_time) as marked_as_done_time, a.location - 'formatted_address' as location,
    ${participantsOf('primary', taking)} as participants, ${attendees ? sql`a.attendees,` : sql``}
    ${plain}`
}

/** The participants that a record of the log has, but for persons who were removed for good. */
export function participantsIn(record: Fragment): Fragment {
  return sql`(select x.person_id, x.primary as is_primary
    from jsonb_to_recordset(${record} -> 'participants') x (person_id bigint, "primary" boolean)
    join crm.person person on person.company_id = a.company_id and person.id = x.person_id)`
}
