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
