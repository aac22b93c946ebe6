import type { Sql } from '@portico/kit/database/sql'

/** What belongs to a person alone, and goes along. */
export interface LinkedAlone {
  leads: string[]
  activities: number[]
  calls: string[]
  messages: number[]
}

/**
 * Leads, activities and calls that no other record is linked to, and messages that were exchanged with nobody else: those
 * from the person, and those in which everybody beside the person has an address of the company's users.
 */
export async function linkedAlone(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
  addresses: readonly string[],
): Promise<LinkedAlone> {
  const idsOf = async <T>(rows: Promise<{ id: T }[]>) => (await rows).map(row => row.id)
  return {
    leads: await idsOf(
      sql<{ id: string }[]>`select id from crm.lead
        where company_id = ${companyId} and person_id = any(${ids}::bigint[]) and organization_id is null order by id for update`,
    ),
    activities: await idsOf(
      sql<{ id: number }[]>`select a.id from crm.activity a
        where a.company_id = ${companyId} and a.person_id = any(${ids}::bigint[])
          and num_nonnulls(a.deal_id, a.lead_id, a.org_id, a.project_id) = 0
          and not exists (select from crm.activity_participant x where x.company_id = a.company_id and x.activity_id = a.id
            and x.person_id <> all(${ids}::bigint[]))
        order by a.id for update`,
    ),
    calls: await idsOf(
      sql<{ id: string }[]>`select id from crm.call_log
        where company_id = ${companyId} and person_id = any(${ids}::bigint[])
          and num_nonnulls(deal_id, lead_id, org_id) = 0 order by id for update`,
    ),
    messages: await idsOf(
      sql<{ id: number }[]>`
        with theirs as (${partiesOf(sql, companyId, ids, addresses)})
        select distinct m.id from theirs join crm.mail_message m on m.company_id = ${companyId} and m.id = theirs.message_id
        where exists (select from theirs t where t.message_id = m.id and t.role = 'from')
          or not exists (select from crm.mail_party other
            where other.company_id = m.company_id and other.message_id = m.id and other.role <> 'reply_to'
              and other.id not in (select t.id from theirs t)
              and not exists (select from crm.app_user u where u.company_id = m.company_id and lower(u.email) = lower(other.address)))
        order by m.id`,
    ),
  }
}

function partiesOf(sql: Sql, companyId: number, ids: readonly number[], addresses: readonly string[]) {
  const lower = addresses.map(address => address.toLowerCase())
  return sql`select p.id, p.message_id, p.role from crm.mail_party p
    where p.company_id = ${companyId} and (p.person_id = any(${ids}::bigint[]) or lower(p.address) = any(${lower}::text[]))`
}

/** Threads that have no message any more, of those that had one of these. */
export async function emptiedThreads(sql: Sql, companyId: number, threads: readonly number[]): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select t.id from crm.mail_thread t where t.company_id = ${companyId} and t.id = any(${threads}::bigint[])
      and not exists (select from crm.mail_message m where m.company_id = t.company_id and m.thread_id = t.id) order by t.id`
  return rows.map(row => row.id)
}

export async function threadsOf(sql: Sql, companyId: number, messages: readonly number[]): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select distinct thread_id as id from crm.mail_message
    where company_id = ${companyId} and id = any(${messages}::bigint[]) order by 1`
  return rows.map(row => row.id)
}

/** Takes the person out of the messages that stay because others are in them. */
export async function hideParties(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
  addresses: readonly string[],
): Promise<void> {
  await sql`
    update crm.mail_party p set name = '[forgotten]', address = 'forgotten@invalid', person_id = null
    where p.company_id = ${companyId} and p.id in (select t.id from (${partiesOf(sql, companyId, ids, addresses)}) t)`
}

/** Recordings of calls with the person, which go even where the call stays: the keys of the files. */
export async function recordingsOf(sql: Sql, companyId: number, ids: readonly number[]): Promise<string[]> {
  const rows = await sql<{ file_key: string }[]>`
    select file_key from crm.call_log where company_id = ${companyId} and person_id = any(${ids}::bigint[]) and file_key is not null`
  return rows.map(row => row.file_key)
}

/** Takes the numbers of calls with the person out of the log, however they were spelled. */
export async function forgetNumbers(sql: Sql, companyId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update crm.change c set after = c.after - ${NUMBERS}::text[], before = c.before - ${NUMBERS}::text[]
    from crm.call_log l
    where l.company_id = ${companyId} and l.person_id = any(${ids}::bigint[])
      and c.company_id = l.company_id and c.entity = 'call_log' and c.entity_id = l.id::text`
}

const NUMBERS = ['to_phone_number', 'from_phone_number', 'file_key', 'file_name']
