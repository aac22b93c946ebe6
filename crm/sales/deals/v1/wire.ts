import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { maySee, maySeeName } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { expandedOrganization, expandedPerson, expandedUser } from '../../../base/records/v1/expand.ts'
import { activityTotals } from '../../../work/activities/activityTotals.ts'
import { mailOfDeal } from '../../../work/mail/mailTotals.ts'
import { dealRecurringCurrencies, dealRecurringValues } from '../../dealProducts/recurring.ts'
import { rottenTime } from '../rotting.ts'
import { weightedValue } from '../weighted.ts'

/** What a deal in v1 is made of, beside `crm.deal d`. */
export function dealJoinsV1({ actor }: Crm): Fragment {
  return sql`
  join crm.app_user owner on owner.company_id = d.company_id and owner.id = d.owner_id
  join crm.app_user creator on creator.company_id = d.company_id and creator.id = d.creator_id
  join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
  join crm.pipeline pipeline on pipeline.company_id = d.company_id and pipeline.id = d.pipeline_id
  left join crm.currency money on money.company_id = d.company_id and money.code = d.currency
  left join crm.person person on person.company_id = d.company_id and person.id = d.person_id
  left join crm.organization org on org.company_id = d.company_id and org.id = d.org_id
  ${activityTotals(actor, 'deal_id', 'd')} ${mailOfDeal(actor, 'd')}
  cross join lateral (select ${weightedValue} as value) weighted`
}

/** How v1 writes the relations of a deal: as objects, or in some answers as plain ids. */
export type Relations = 'expanded' | 'ids'

function relations({ actor, services }: Crm, form: Relations): Fragment {
  if (form === 'ids') return sql`d.creator_id as creator_user_id, d.owner_id as user_id, d.person_id, d.org_id`
  return sql`${expandedUser('creator')} as creator_user_id, ${expandedUser('owner')} as user_id,
    ${expandedPerson(actor, 'person')} as person_id,
    ${expandedOrganization(actor, 'org', services.mailboxOf(actor))} as org_id`
}

/** The columns of a deal on the v1 wire. */
export function dealColumnsV1(crm: Crm, form: Relations): Fragment {
  const { actor, services } = crm
  return sql`
    d.id, ${relations(crm, form)},
    d.stage_id, d.title, d.value, d.currency, crm.time_v1(d.add_time) as add_time, crm.time_v1(d.update_time) as update_time,
    crm.time_v1(d.stage_change_time) as stage_change_time, d.status = 'open' as active, d.is_deleted as deleted,
    d.is_archived, crm.time_v1(d.archive_time) as archive_time, d.status, d.probability,
    next.due_date as next_activity_date, to_char(next.due_time, 'HH24:MI:SS') as next_activity_time, next.id as next_activity_id,
    last.id as last_activity_id, last.due_date as last_activity_date, d.lost_reason, d.visible_to::text as visible_to,
    crm.time_v1(d.close_time) as close_time, d.pipeline_id, crm.time_v1(d.won_time) as won_time,
    crm.time_v1(d.first_won_time) as first_won_time, crm.time_v1(d.lost_time) as lost_time,
    (select count(*) from crm.deal_product x where x.company_id = d.company_id and x.deal_id = d.id) as products_count,
    d.files_count, d.notes_count,
    (select count(*) from crm.follower x where x.company_id = d.company_id and x.entity = 'deal' and x.entity_id = d.id) as followers_count,
    mail.all as email_messages_count, activities.all as activities_count, activities.done as done_activities_count,
    activities.all - activities.done as undone_activities_count,
    (select count(*) from crm.participant x where x.company_id = d.company_id and x.deal_id = d.id and x.person_id is distinct from d.person_id)
      + case when d.person_id is null then 0 else 1 end as participants_count,
    d.expected_close_date, crm.time_v1(mail.received) as last_incoming_mail_time, crm.time_v1(mail.sent) as last_outgoing_mail_time,
    case when d.label_ids = '{}' then null else array_to_string(d.label_ids, ',') end as label, stage.order_nr as stage_order_nr,
    case when ${maySeeName(actor, 'person', 'person')} then person.name end as person_name,
    case when ${maySeeName(actor, 'organization', 'org')} then org.name end as org_name,
    next.subject as next_activity_subject, next.type as next_activity_type, to_char(next.duration, 'HH24:MI:SS') as next_activity_duration,
    next.public_description as next_activity_note, crm.formatted_money(d.value, money.symbol) as formatted_value,
    weighted.value as weighted_value, crm.formatted_money(weighted.value, money.symbol) as formatted_weighted_value,
    d.currency as weighted_value_currency,
    crm.time_v1(${rottenTime('d', 'stage')}) as rotten_time,
    ${localDay('won_time')} as local_won_date, ${localDay('lost_time')} as local_lost_date,
    ${localDay('close_time')} as local_close_date, owner.name as owner_name, replace(${services.mailboxOf(actor, 'deal0')}::text, '+deal0@', '+deal' || d.id || '@') as cc_email,
    org.id is not null and not ${maySee(actor, 'organization', 'org')} as org_hidden,
    person.id is not null and not ${maySee(actor, 'person', 'person')} as person_hidden,
    d.origin, d.origin_id, d.channel, d.channel_id, ${dealRecurringValues('d')},
    ${dealRecurringCurrencies('d')}`
}

/** The day of a time where the owner of the deal is. */
function localDay(column: string): Fragment {
  return sql`to_char(d.${sql(column)} at time zone owner.timezone_name, 'YYYY-MM-DD')`
}

/** The columns of a deal in the collection, for `crm.deal d`. */
export const collectedColumns: Fragment = sql`d.id, d.creator_id as creator_user_id, d.owner_id as user_id, d.person_id, d.org_id, d.stage_id,
  d.title, d.value, d.currency, crm.time_v1(d.add_time) as add_time, crm.time_v1(d.update_time) as update_time, d.status,
  d.probability, d.lost_reason, d.visible_to::text as visible_to, crm.time_v1(d.close_time) as close_time, d.pipeline_id,
  crm.time_v1(d.won_time) as won_time, crm.time_v1(d.lost_time) as lost_time, d.expected_close_date,
  case when d.label_ids = '{}' then null else array_to_string(d.label_ids, ',') end as label`
