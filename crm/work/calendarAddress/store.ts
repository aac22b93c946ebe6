import { randomBytes } from 'node:crypto'
import type { Sql } from '@portico/kit/database/sql'
import { digestOf } from '../../base/access/apiToken.ts'
import { maySeeName } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { CalendarEvent } from './icalendar.ts'

export interface CalendarAddress {
  add_time: string
  last_used_time: string | null
}

/** When the address of the caller was made and last used; undefined when there is none. */
export async function findCalendarAddress(sql: Sql, companyId: number, userId: number) {
  const [address] = await sql<CalendarAddress[]>`
    select crm.time_v2(add_time) as add_time, crm.time_v2(last_used_time) as last_used_time
    from crm.calendar_address where company_id = ${companyId} and user_id = ${userId}`
  return address
}

/** Makes a new secret, which is given back this once; the one before opens nothing any more. */
export async function replaceCalendarSecret(sql: Sql, companyId: number, userId: number): Promise<string> {
  const secret = randomBytes(24).toString('hex')
  await sql`
    insert into crm.calendar_address (company_id, user_id, digest) values (${companyId}, ${userId}, ${digestOf(secret)})
    on conflict (company_id, user_id) do update set digest = excluded.digest, add_time = excluded.add_time, last_used_time = null`
  return secret
}

/** Whether there was one. */
export async function deleteCalendarAddress(sql: Sql, companyId: number, userId: number): Promise<boolean> {
  const [gone] = await sql`
    delete from crm.calendar_address where company_id = ${companyId} and user_id = ${userId} returning user_id`
  return gone !== undefined
}

export interface AddressOwner {
  companyId: number
  userId: number
}

/** Whose calendar an address opens. */
export async function findAddressOwner(sql: Sql, digest: Uint8Array): Promise<AddressOwner | undefined> {
  const [owner] = await sql<AddressOwner[]>`
    select company_id as "companyId", user_id as "userId" from crm.calendar_address where digest = ${digest}`
  return owner
}

/** Written once an hour at most: calendar programs come often. */
export async function noteCalendarUse(sql: Sql, { companyId, userId }: AddressOwner, now: Date): Promise<void> {
  await sql`
    update crm.calendar_address set last_used_time = ${now}
    where company_id = ${companyId} and user_id = ${userId}
      and (last_used_time is null or last_used_time < ${now}::timestamptz - interval '1 hour')`
}

const DAYS_BACK = 90
const DAYS_AHEAD = 366
const MOST_EVENTS = 2000

/** The caller's own activities around a day, those nearest to it first should there be too many. */
export async function ownEvents({ sql, actor, now }: Crm): Promise<CalendarEvent[]> {
  const day = now.toISOString().slice(0, 10)
  return sql<CalendarEvent[]>`
    select a.id, a.version, a.subject, type.name as type, a.due_date::text as due_date,
      to_char(a.due_time, 'HH24MISS') as due_time, (extract(epoch from a.duration) / 60)::int as minutes, a.done, a.busy,
      a.update_time, a.add_time, a.location ->> 'value' as location, a.public_description as description, a.deal_id,
      case when ${maySeeName(actor, 'deal', 'deal')} then deal.title end as deal_title,
      case when ${maySeeName(actor, 'person', 'person')} then person.name end as person_name,
      case when ${maySeeName(actor, 'organization', 'org')} then org.name end as org_name
    from (
      select a.* from crm.activity a
      where a.company_id = ${actor.companyId} and a.owner_id = ${actor.userId} and not a.is_deleted
        and a.due_date between ${day}::text::date - ${DAYS_BACK}::int and ${day}::text::date + ${DAYS_AHEAD}::int
      order by abs(a.due_date - ${day}::text::date), a.id limit ${MOST_EVENTS}
    ) a
    left join crm.activity_type type on type.company_id = a.company_id and type.key_string = a.type
    left join crm.deal deal on deal.company_id = a.company_id and deal.id = a.deal_id
    left join crm.person person on person.company_id = a.company_id and person.id = a.person_id
    left join crm.organization org on org.company_id = a.company_id and org.id = a.org_id
    order by a.due_date, a.due_time nulls first, a.id`
}
