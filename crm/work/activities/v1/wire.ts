import { type Fragment, joined, plainText, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../../base/access/actor.ts'
import { maySeeName } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { fileAddress } from '../../files/v1/wire.ts'
import { maySeeFile } from '../../files/visibility.ts'
import { LOCATION_PARTS } from '../location.ts'
import { participantsOf } from '../participantsWire.ts'

/** What an activity in v1 is made of, beside `crm.activity a`. */
export const activityJoinsV1: Fragment = sql`
  join crm.app_user owner on owner.company_id = a.company_id and owner.id = a.owner_id
  left join crm.deal deal on deal.company_id = a.company_id and deal.id = a.deal_id
  left join crm.person person on person.company_id = a.company_id and person.id = a.person_id
  left join crm.organization org on org.company_id = a.company_id and org.id = a.org_id`

/** The columns of an activity that every v1 list has. */
export function activityColumnsV1({ actor }: Crm): Fragment {
  return sql`
    a.id, ${actor.companyId}::bigint as company_id, a.owner_id as user_id, a.done, a.type, ${typeName} as type_name, a.due_date,
    coalesce(to_char(a.due_time, 'HH24:MI'), '') as due_time, coalesce(to_char(a.duration, 'HH24:MI'), '') as duration,
    a.busy as busy_flag, crm.time_v1(a.add_time) as add_time, crm.time_v1(a.marked_as_done_time) as marked_as_done_time,
    a.subject, a.public_description, a.location ->> 'value' as location, a.org_id, a.person_id, a.deal_id, a.lead_id, a.project_id,
    not a.is_deleted as active_flag, crm.time_v1(a.update_time) as update_time, ${lastUpdater} as update_user_id,
    null::text as source_timezone, ${locationParts}, a.conference_meeting_client, a.conference_meeting_url, a.conference_meeting_id, a.outcome,
    null::boolean as is_recurring`
}

/** The columns an activity has when it is not read from the collection; needs `activityJoinsV1`. */
export function activityDetailsV1({ actor, services }: Crm, taking?: Fragment): Fragment {
  return sql`
    a.note, ${participantsOf('primary_flag', taking)} as participants, ${attendeesV1} as attendees,
    null::text as reference_type, null::bigint as reference_id, ${lastReminder(sql`crm.time_v1(r.mail_time)`)} as last_notification_time,
    ${lastReminder(sql`r.user_id`)} as last_notification_user_id, null::integer as notification_language_id,
    null::text as gcal_event_id, null::text as google_calendar_id, null::text as google_calendar_etag,
    null::text as calendar_sync_include_context, null::text as rec_rule, null::text as rec_rule_extension,
    null::bigint as rec_master_activity_id, '[]'::json as series, a.creator_id as created_by_user_id,
    a.owner_id as assigned_to_user_id,
    case when ${maySeeName(actor, 'organization', 'org')} then org.name end as org_name,
    case when ${maySeeName(actor, 'person', 'person')} then person.name end as person_name,
    case when ${maySeeName(actor, 'deal', 'deal')} then deal.title end as deal_title, owner.name as owner_name,
    case when a.person_id is not null then ${services.mailboxOf(actor)}::text end as person_dropbox_bcc,
    case when a.deal_id is not null
      then replace(${services.mailboxOf(actor, 'deal0')}::text, '+deal0@', '+deal' || a.deal_id || '@') end as deal_dropbox_bcc,
    ${newestFile(actor, services.origin)} as file, a.priority`
}

/** The last file that was put on the activity `a`, for whoever may see it. */
function newestFile(actor: Actor, origin: string): Fragment {
  return sql`(select json_build_object('id', f.id, 'clean_name', f.name, 'url', ${fileAddress('f', origin)}) from crm.file f
    where f.company_id = a.company_id and f.activity_id = a.id and not f.is_deleted and ${maySeeFile(actor, 'f')}
    order by f.id desc limit 1)`
}

/** Of the last mail that reminded somebody of the activity `a`; `value` refers to `crm.reminder r`. */
function lastReminder(value: Fragment): Fragment {
  return sql`(select ${value} from crm.reminder r
    where r.company_id = a.company_id and r.activity_id = a.id and r.mail_time is not null
    order by r.mail_time desc, r.user_id limit 1)`
}

const typeName = sql`(select t.name from crm.activity_type t where t.company_id = a.company_id and t.key_string = a.type)`

const lastUpdater = sql`(select c.actor_id from crm.change c
  where c.company_id = a.company_id and c.entity = 'activity' and c.entity_id = a.id::text and c.action <> 'added'
  order by c.seq desc limit 1)`

const attendeesV1 = sql`(select coalesce(json_agg(json_build_object('email_address', g -> 'email', 'name', g -> 'name',
    'status', g -> 'status', 'is_organizer', case when g ->> 'is_organizer' = 'true' then 1 else 0 end,
    'person_id', g -> 'person_id', 'user_id', g -> 'user_id') order by nr), '[]')
  from jsonb_array_elements(a.attendees) with ordinality g (g, nr))`

const locationParts = joined(
  [...LOCATION_PARTS, 'formatted_address'].map(
    part => sql`a.location ->> ${plainText(`'${part}'`)} as ${sql(`location_${part}`)}`,
  ),
  ', ',
)
