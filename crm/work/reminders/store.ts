import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import { maySeeName } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'

/** How somebody is reminded who has not said anything about it. */
const UNSAID = { minutes_before: 15, by_mail: true } as const

export interface ReminderSettings {
  minutes_before: number | null
  by_mail: boolean
}

export async function findReminderSettings({ sql, actor }: Crm): Promise<ReminderSettings> {
  const [said] = await sql<ReminderSettings[]>`
    select minutes_before, by_mail from crm.reminder_setting
    where company_id = ${actor.companyId} and user_id = ${actor.userId}`
  return said ?? UNSAID
}

export async function storeReminderSettings({ sql, actor }: Crm, said: ReminderSettings): Promise<void> {
  await sql`
    insert into crm.reminder_setting (company_id, user_id, minutes_before, by_mail)
    values (${actor.companyId}, ${actor.userId}, ${said.minutes_before}, ${said.by_mail})
    on conflict (company_id, user_id) do update set minutes_before = excluded.minutes_before, by_mail = excluded.by_mail`
}

/**
 * Activities with a time that are to be done, each with its owner `u`, what the owner says about reminders `s`, what is
 * known of this reminder `r`, and in `w` when it is due and when its owner is to be reminded of it: never, where the
 * activity was added after that.
 */
const REMINDED: Fragment = fragment`
  crm.app_user u
  join crm.activity a on a.company_id = u.company_id and a.owner_id = u.id
    and not a.done and not a.is_deleted and a.due_time is not null
  left join crm.reminder_setting s on s.company_id = a.company_id and s.user_id = u.id
  left join crm.reminder r on r.company_id = a.company_id and r.activity_id = a.id and r.user_id = a.owner_id
  cross join lateral (select a.due_date + a.due_time as due_time,
    coalesce(r.minutes_before, case when s.user_id is null then ${UNSAID.minutes_before}::int else s.minutes_before end, -1)
      as minutes) utc
  cross join lateral (select utc.due_time at time zone 'UTC' as due_time,
    (utc.due_time - utc.minutes * interval '1 minute') at time zone 'UTC' as remind_time) at
  cross join lateral (select at.due_time,
    case when utc.minutes >= 0 and at.remind_time >= a.add_time then at.remind_time end as remind_time) w`

/** By the index of what is to be done: reminders come up to a day before, and may be put off for a day. */
const aroundNow = (now: Date) => fragment`a.due_date between (${now}::timestamptz at time zone 'UTC')::date - 3
  and (${now}::timestamptz at time zone 'UTC')::date + 2`

export interface DueReminder {
  id: number
  subject: string
  due_date: string
  due_time: string
  deal_id: number | null
  deal_title: string | null
}

/** Reminders shown at once; who has more sees the others when these are gone. */
const MOST_SHOWN = 20

/** What the caller is to be reminded of now: until an hour after it was due, or when it was put off until now. */
export async function dueReminders({ sql, actor, now }: Crm): Promise<DueReminder[]> {
  return sql<DueReminder[]>`
    select a.id, a.subject, a.due_date::text as due_date, to_char(a.due_time, 'HH24:MI') as due_time, a.deal_id,
      case when ${maySeeName(actor, 'deal', 'deal')} then deal.title end as deal_title
    from ${REMINDED}
    left join crm.deal deal on deal.company_id = a.company_id and deal.id = a.deal_id
    where u.company_id = ${actor.companyId} and u.id = ${actor.userId} and ${aroundNow(now)} and w.remind_time <= ${now}
      and case when r.due_time = w.due_time and r.dismiss_time is not null then false
        when r.due_time = w.due_time and r.snoozed_until is not null then r.snoozed_until <= ${now}
        else w.due_time > ${now}::timestamptz - interval '1 hour' end
    order by w.due_time, a.id limit ${MOST_SHOWN}`
}

export interface ReminderChange {
  minutes_before?: number | null | undefined
  dismissed?: true | undefined
  snooze_minutes?: number | undefined
}

/** Says when to remind of an own activity, that its reminder was seen, or until when it is put off. */
export async function changeReminder({ sql, actor, now }: Crm, id: number, change: ReminderChange): Promise<void> {
  const { minutes_before, dismissed, snooze_minutes } = change
  const snoozed = snooze_minutes === undefined ? null : new Date(now.getTime() + snooze_minutes * 60_000)
  const [changed] = await sql`
    insert into crm.reminder (company_id, activity_id, user_id, minutes_before, due_time, dismiss_time, snoozed_until)
    select a.company_id, a.id, a.owner_id, ${minutes_before ?? null}::int, (a.due_date + a.due_time) at time zone 'UTC',
      ${dismissed ? now : null}::timestamptz, ${snoozed}::timestamptz
    from crm.activity a
    where a.company_id = ${actor.companyId} and a.id = ${id} and a.owner_id = ${actor.userId} and not a.is_deleted
    on conflict (company_id, activity_id, user_id) do update set
      minutes_before = case when ${minutes_before !== undefined}::boolean then excluded.minutes_before else reminder.minutes_before end,
      mail_time = case when reminder.due_time = excluded.due_time then reminder.mail_time end,
      dismiss_time = case when ${minutes_before !== undefined}::boolean or ${snoozed !== null}::boolean then excluded.dismiss_time
        when reminder.due_time = excluded.due_time then coalesce(excluded.dismiss_time, reminder.dismiss_time)
        else excluded.dismiss_time end,
      snoozed_until = excluded.snoozed_until, due_time = excluded.due_time
    returning activity_id`
  if (!changed) throw failure('missing', 'Activity not found among your own')
}

export interface ClaimedReminder {
  companyId: number
  activityId: number
  userId: number
  /** ISO 8601; by it the reminder of a moved activity is told apart. */
  dueTime: string
}

/** Mails that are given to jobs in one transaction. */
const MOST_CLAIMED = 200

/** What is to be mailed now: not what was dismissed in the app, and not what should have been sent long ago. */
const isToBeMailed = (now: Date) => fragment`u.active and not u.is_deleted and coalesce(s.by_mail, ${UNSAID.by_mail})
  and ${aroundNow(now)} and w.remind_time <= ${now} and w.remind_time > ${now}::timestamptz - interval '15 minutes'
  and (r.due_time is distinct from w.due_time or (r.mail_time is null and r.dismiss_time is null))`

/** For whoever runs the server: the companies with reminders whose mail is to be sent now, and which ones. */
export async function remindersToMail(sql: Sql, now: Date): Promise<{ companyId: number; activityIds: number[] }[]> {
  return sql<{ companyId: number; activityIds: number[] }[]>`
    /* all companies: reminders are due everywhere */
    select due.company_id as "companyId", array_agg(due.id) as "activityIds" from (
      select a.company_id, a.id from ${REMINDED} join crm.company c on c.id = u.company_id
      where c.removal_time is null and not c.is_sandbox and ${isToBeMailed(now)}
      order by w.remind_time limit ${MOST_CLAIMED}) due
    group by due.company_id`
}

/** Marks reminders of a company as mailed; gives back those that are the caller's to mail. Whoever comes second finds them taken. */
export async function claimMails(
  sql: Sql,
  { companyId, activityIds }: { companyId: number; activityIds: readonly number[] },
  now: Date,
): Promise<ClaimedReminder[]> {
  const due = await sql`
    select a.id as activity_id, u.id as user_id, w.due_time from ${REMINDED}
    where u.company_id = ${companyId} and a.id = any(${activityIds as number[]}::bigint[]) and ${isToBeMailed(now)}`
  const claimed = await sql<{ activityId: number; userId: number; dueTime: Date }[]>`
    insert into crm.reminder (company_id, activity_id, user_id, due_time, mail_time)
    select ${companyId}::bigint, due.activity_id, due.user_id, due.due_time, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(due)}::text::jsonb) due (activity_id bigint, user_id bigint, due_time timestamptz)
    on conflict (company_id, activity_id, user_id) do update set mail_time = excluded.mail_time, due_time = excluded.due_time,
      dismiss_time = null, snoozed_until = case when reminder.due_time = excluded.due_time then reminder.snoozed_until end
      where reminder.due_time is distinct from excluded.due_time or reminder.mail_time is null
    returning activity_id as "activityId", user_id as "userId", due_time as "dueTime"`
  return claimed.map(({ dueTime, ...claim }) => ({ companyId, ...claim, dueTime: dueTime.toISOString() }))
}

export interface Letter {
  email: string
  timezone_name: string
  subject: string
  due_time: Date
  deal_id: number | null
  deal_title: string | null
}

/** What the mail of a reminder says; nothing when the activity was done, moved or given away, or mail is not wanted any more. */
export async function findLetter(
  { sql, actor }: Crm,
  activityId: number,
  dueTime: string,
): Promise<Letter | undefined> {
  const [letter] = await sql<Letter[]>`
    select u.email, u.timezone_name, a.subject, w.due_time, a.deal_id,
      case when ${maySeeName(actor, 'deal', 'deal')} then deal.title end as deal_title
    from ${REMINDED}
    left join crm.deal deal on deal.company_id = a.company_id and deal.id = a.deal_id
    where u.company_id = ${actor.companyId} and u.id = ${actor.userId} and a.id = ${activityId}
      and w.due_time = ${dueTime}::text::timestamptz and coalesce(s.by_mail, ${UNSAID.by_mail})`
  return letter
}
