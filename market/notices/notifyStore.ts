import { fragment, type Sql } from '@portico/kit/database/sql'
import type { EventFacts, EventKind } from './facts.ts'

export const SEND_MAIL = 'market:send-mail'

export interface NoticeRow {
  account: string
  key: string
  kind: EventKind
  message: string
  link: string
}

/** To an account, or to an address without one. */
export interface MailRow {
  account: string | null
  address: string | null
  key: string
  kind: EventKind
  facts: EventFacts[EventKind]
}

/** So many mails a job sends: one slow mail server does not hold up everything else. */
const MAILS_A_JOB = 20

/**
 * Notices, mails and the jobs that send them, in one statement: what was sent is not sent again on a second try. Mails
 * about matches and saved searches go to many at once and have a low priority, so that a person who signs up or buys does not wait for them.
 */
export async function storeNoticesAndMails(
  sql: Sql,
  now: Date,
  { notices, mails }: { notices: readonly NoticeRow[]; mails: readonly MailRow[] },
): Promise<void> {
  await sql`
    with notices as (
      insert into market.notice (account_id, event_key, kind, message, link, at)
      select account, key, kind, message, link, ${now}
      from json_to_recordset(${JSON.stringify(notices)}::text::json)
        as row (account text, key text, kind text, message text, link text)
      on conflict do nothing),
    written as (
      insert into market.mail (account_id, address, event_key, kind, facts, created_at)
      select account, address, key, kind, facts, ${now}
      from json_to_recordset(${JSON.stringify(mails)}::text::json)
        as row (account text, address text, key text, kind text, facts jsonb)
      on conflict do nothing returning id, kind in ('matchFound', 'booksFound') as can_wait),
    numbered as (
      select id, can_wait, (row_number() over (partition by can_wait) - 1) / ${MAILS_A_JOB}::integer as batch from written)
    select graphile_worker.add_job(${SEND_MAIL}, payload := json_build_object('ids', json_agg(id)),
                                   priority := case when can_wait then 10 else 0 end)
    from numbered group by can_wait, batch`
}

/** Everyone with a role, and the one address for staff mail if the operator names one. */
export interface Staff {
  accounts: string[]
  address: string
}

/** The columns of `Staff`, for a row of market.setting. */
export const STAFF = fragment`
  staff_address as address, array(
    select id from market.account
    where permission_type > 0 and suspended_at is null and deleted_at is null) as accounts`

export async function findStaff(sql: Sql): Promise<Staff> {
  const [found] = await sql<Staff[]>`select ${STAFF} from market.setting`
  return found ?? { accounts: [], address: '' }
}
