import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySeeActivity } from './visibility.ts'

/** The column by which an activity belongs to a record. */
export type ActivityLink = 'deal_id' | 'lead_id' | 'person_id' | 'org_id' | 'project_id'

/**
 * Joins a record with its activities: `next` is what is to be done first, `last` what was done last, as far
 * as the caller may see them; `activities` counts `all` and `done`.
 *
 * @example sql`select d.id, next.due_date from crm.deal d ${activityTotals(actor, 'deal_id', 'd')}`
 */
export function activityTotals(actor: Actor, link: ActivityLink, alias: string): Fragment {
  return sql`${nextActivity(actor, link, alias)} ${lastActivity(actor, link, alias)} ${activityCounts(link, alias)}`
}

/** `next`: the first activity that is not done, whole days before hours. */
export function nextActivity(actor: Actor, link: ActivityLink, alias: string): Fragment {
  return sql`left join lateral (
    select a.id, a.due_date, a.due_time, a.subject, a.type, a.duration, a.public_description from crm.activity a
    where ${belongs(link, alias)} and not a.done and ${maySeeActivity(actor, 'a')}
    order by a.due_date, a.due_time nulls first, a.id limit 1) next on true`
}

/** Whether there is such an activity at all. */
export function hasOpenActivity(actor: Actor, link: ActivityLink, alias: string): Fragment {
  return sql`exists (select from crm.activity a
    where ${belongs(link, alias)} and not a.done and ${maySeeActivity(actor, 'a')})`
}

/** The id of that activity alone, as an expression: for columns that are seldom asked for, and to sort by. */
export function nextActivityId(actor: Actor, link: ActivityLink, alias: string): Fragment {
  const record = sql`(select ${sql(alias)}.company_id, ${sql(alias)}.id) record`
  return sql`(select next.id from ${record} ${nextActivity(actor, link, 'record')})`
}

/** `last`: the latest activity that is done. */
export function lastActivity(actor: Actor, link: ActivityLink, alias: string): Fragment {
  return sql`left join lateral (
    select a.id, a.due_date from crm.activity a
    where ${belongs(link, alias)} and a.done and ${maySeeActivity(actor, 'a')}
    order by a.due_date desc, a.due_time desc nulls last, a.id desc limit 1) last on true`
}

/** `activities`: how many there are, and how many are done. */
export function activityCounts(link: ActivityLink, alias: string): Fragment {
  return sql`cross join lateral (
    select count(*) as all, count(*) filter (where a.done) as done from crm.activity a
    where ${belongs(link, alias)}) activities`
}

function belongs(link: ActivityLink, alias: string): Fragment {
  return sql`a.company_id = ${sql(alias)}.company_id and a.${sql(link)} = ${sql(alias)}.id and not a.is_deleted`
}

/** Whether a person takes part in the activity `a`, as the primary one or beside others; by index. */
export function takesPart(actor: Actor, personId: number): Fragment {
  return sql`a.id in (
    select b.id from crm.activity b where b.company_id = ${actor.companyId} and b.person_id = ${personId}
    union
    select x.activity_id from crm.activity_participant x where x.company_id = ${actor.companyId} and x.person_id = ${personId})`
}
