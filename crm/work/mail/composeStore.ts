import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Sender } from '@portico/kit/mail/address'
import type { Crm } from '../../base/api/context.ts'
import type { NewParty } from './rules.ts'
import { insertBody, insertParties } from './store.ts'
import { isNoDraftOfAnother, maySeeThread } from './visibility.ts'

/** A message that is answered. */
export interface Answered {
  thread_id: number
  user_id: number
  mime_id: string | null
  reference_ids: string[]
  subject: string
  deal_id: number | null
  lead_id: string | null
  /** Who an answer goes to. */
  answer_to: Sender[]
}

/** A message the caller may see and that was sent, to be answered. */
export async function findAnswered({ sql, actor }: Crm, id: number): Promise<Answered | undefined> {
  const [message] = await sql<Answered[]>`
    select m.thread_id, m.user_id, m.mime_id, m.reference_ids, m.subject, t.deal_id, t.lead_id, answer.people as answer_to
    from crm.mail_message m join crm.mail_thread t on t.company_id = m.company_id and t.id = m.thread_id
    cross join lateral (select coalesce(json_agg(json_build_object('name', p.name, 'address', p.address) order by p.id), '[]') as people
      from crm.mail_party p where p.company_id = m.company_id and p.message_id = m.id
        and p.role = case when m.folder = 'sent' then 'to'
          when exists (select from crm.mail_party r where r.company_id = m.company_id and r.message_id = m.id and r.role = 'reply_to')
          then 'reply_to' else 'from' end) answer
    where m.company_id = ${actor.companyId} and m.id = ${id} and m.folder <> 'drafts' and not m.is_deleted and not t.is_deleted
      and ${maySeeThread(actor, 't')} and ${isNoDraftOfAnother(actor, 'm')}`
  return message
}

export interface WrittenRow {
  version: number
  thread_id: number
  folder: string
  mime_id: string | null
  send_state: string | null
  deal_id: number | null
  lead_id: string | null
  /** Messages of its thread beside it. */
  others: number
}

/** A message that the caller wrote, locked with its thread for the rest of the transaction. */
export async function lockWritten({ sql, actor }: Crm, id: number): Promise<WrittenRow | undefined> {
  const [message] = await sql<WrittenRow[]>`
    select m.version, m.thread_id, m.folder, m.mime_id, m.send_state, t.deal_id, t.lead_id,
      (select count(*)::int from crm.mail_message x where x.company_id = m.company_id and x.thread_id = m.thread_id
        and x.id <> m.id and not x.is_deleted) as others
    from crm.mail_message m join crm.mail_thread t on t.company_id = m.company_id and t.id = m.thread_id
    where m.company_id = ${actor.companyId} and m.id = ${id} and m.user_id = ${actor.userId} and m.source = 'written'
      and not m.is_deleted and not t.is_deleted
    for update`
  return message
}

/** Puts other words and other recipients into a message. An undefined text stays. */
export async function replaceContent(
  crm: Crm,
  messageId: number,
  html: string | undefined,
  recipients: readonly NewParty[],
): Promise<void> {
  const { sql, actor } = crm
  if (html !== undefined) {
    await sql`delete from crm.mail_body where company_id = ${actor.companyId} and message_id = ${messageId}`
    if (html !== '') await insertBody(crm, messageId, html)
  }
  await replaceParties(crm, messageId, ['to', 'cc', 'bcc'], recipients)
}

/** The name and address of the writer may have changed since the draft was written. */
export function replaceSender(crm: Crm, messageId: number, sender: readonly NewParty[]): Promise<void> {
  return replaceParties(crm, messageId, ['from', 'reply_to'], sender)
}

async function replaceParties(
  crm: Crm,
  messageId: number,
  roles: readonly NewParty['role'][],
  parties: readonly NewParty[],
): Promise<void> {
  await crm.sql`
    delete from crm.mail_party
    where company_id = ${crm.actor.companyId} and message_id = ${messageId} and role = any(${roles as string[]}::text[])`
  if (parties.length > 0) await insertParties(crm, messageId, parties)
}

/** The files of a message but those that are kept. */
export function isFileOf(messageId: number, kept: readonly number[]): Fragment {
  return fragment`mail_message_id = ${messageId} and not is_deleted and id <> all(${kept}::bigint[])`
}

export async function countRecipients({ sql, actor }: Crm, messageId: number): Promise<number> {
  const [found] = await sql<{ n: number }[]>`
    select count(*)::int as n from crm.mail_party
    where company_id = ${actor.companyId} and message_id = ${messageId} and role in ('to', 'cc', 'bcc')`
  return found?.n ?? 0
}

/** What the company has written within a day. */
export async function countWritten({ sql, actor, now }: Crm): Promise<number> {
  const [found] = await sql<{ n: number }[]>`
    select count(*)::int as n from crm.mail_message
    where company_id = ${actor.companyId} and source = 'written' and add_time > ${now}::timestamptz - interval '1 day'`
  return found?.n ?? 0
}

/** The caller by name and address. */
export async function selectSelf({ sql, actor }: Crm): Promise<{ name: string; email: string }> {
  const [self] = await sql<{ name: string; email: string }[]>`
    select name, email from crm.app_user where company_id = ${actor.companyId} and id = ${actor.userId}`
  return self ?? { name: '', email: '' }
}
