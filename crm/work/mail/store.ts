import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { updateRecord } from '../../base/changes/write.ts'
import type { Delivered, NewParty } from './rules.ts'
import { maySeeThread } from './visibility.ts'

export interface ThreadRow {
  id: number
  version: number
  is_deleted: boolean
  user_id: number
  subject: string
  deal_id: number | null
  lead_id: string | null
  shared: boolean
  read: boolean
  archived: boolean
}

/** A thread the caller may see, deleted or not. */
export async function requireThread({ sql, actor }: Crm, id: number, lock: Fragment = sql``): Promise<ThreadRow> {
  const [thread] = await sql<ThreadRow[]>`
    select t.* from crm.mail_thread t
    where t.company_id = ${actor.companyId} and t.id = ${id} and ${maySeeThread(actor, 't')} ${lock}`
  if (!thread) throw failure('missing', 'Mail thread not found')
  return thread
}

/** The same, locked for the rest of the transaction. */
export function lockThread(crm: Crm, id: number): Promise<ThreadRow> {
  return requireThread(crm, id, crm.sql`for update of t`)
}

/**
 * Messages come into a mailbox one after another: two that belong to one thread, or are the same, then find each other.
 * Held until the transaction ends.
 */
export async function lockMailbox(sql: Sql, companyId: number, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`crm.mailbox/${companyId}/${userId}`}, 0))`
}

export interface StoredMessage {
  messageId: number
  threadId: number
}

/** The same message as it came before, deleted or not, oldest first. */
export async function findDelivered(sql: Sql, companyId: number, userId: number, key: string): Promise<Delivered[]> {
  return sql<Delivered[]>`
    select m.id as "messageId", t.id as "threadId", m.delivery, t.shared, t.deal_id, t.lead_id
    from crm.mail_message m join crm.mail_thread t on t.company_id = m.company_id and t.id = m.thread_id
    where m.company_id = ${companyId} and m.user_id = ${userId} and m.ingest_key = ${key} order by m.id`
}

/** Who wrote, here, one of the messages of these ids, and in which thread; the first of them that there is. */
export async function findWritten(
  sql: Sql,
  companyId: number,
  mimeIds: readonly string[],
): Promise<{ userId: number; threadId: number } | undefined> {
  const [message] = await sql<{ userId: number; threadId: number }[]>`
    select m.user_id as "userId", m.thread_id as "threadId" from unnest(${mimeIds as string[]}::text[]) with ordinality named (id, place)
    join crm.mail_message m on m.company_id = ${companyId} and m.mime_id = named.id and m.source = 'written'
    join crm.app_user u on u.company_id = m.company_id and u.id = m.user_id and u.active and not u.is_deleted
    order by named.place limit 1`
  return message
}

/**
 * The thread of a mailbox that has or refers to one of these ids, by their order; a private one before a shared one,
 * unless a shared one is wanted. What is answered by it comes first of all. A full thread takes no more.
 */
export async function findThreadOf(
  { sql, actor }: Crm,
  mimeIds: readonly string[],
  wanted: 'any' | 'shared',
  answered = 0,
): Promise<ThreadRow | undefined> {
  const [thread] = await sql<ThreadRow[]>`
    select t.* from unnest(${mimeIds as string[]}::text[]) with ordinality named (id, place)
    join crm.mail_thread_key k on k.company_id = ${actor.companyId} and k.user_id = ${actor.userId} and k.mime_id = named.id
    join crm.mail_thread t on t.company_id = k.company_id and t.id = k.thread_id and not t.is_deleted
    where t.message_count < ${FULL_THREAD} ${wanted === 'shared' ? sql`and (t.shared or t.id = ${answered})` : sql``}
    order by t.id = ${answered} desc, named.place, t.shared, t.id limit 1 for update of t`
  return thread
}

/** The database refuses 2,000 (`crm/migrations`); drafts count there. */
const FULL_THREAD = 1900

/** What comes later and names one of these ids belongs to the thread. */
export async function insertThreadKeys(
  { sql, actor }: Crm,
  threadId: number,
  mimeIds: readonly string[],
): Promise<void> {
  await sql`
    insert into crm.mail_thread_key (company_id, user_id, mime_id, thread_id)
    select ${actor.companyId}, ${actor.userId}, id, ${threadId} from unnest(${mimeIds as string[]}::text[]) id
    on conflict do nothing`
}

/** A deleted thread takes no more messages. */
export async function deleteThreadKeys({ sql, actor }: Crm, threadId: number): Promise<void> {
  await sql`delete from crm.mail_thread_key where company_id = ${actor.companyId} and thread_id = ${threadId}`
}

/** The files of the messages of a thread that are not deleted. */
export function isAttachedTo({ actor }: Crm, threadId: number): Fragment {
  return fragment`not is_deleted and mail_message_id in (
    select m.id from crm.mail_message m where m.company_id = ${actor.companyId} and m.thread_id = ${threadId})`
}

export async function insertBody({ sql, actor }: Crm, messageId: number, html: string): Promise<void> {
  await sql`insert into crm.mail_body (company_id, message_id, html) values (${actor.companyId}, ${messageId}, ${html})`
}

/** Parties with the persons of the same address, of those whom the owner of the mailbox may see the oldest. */
export async function insertParties(
  { sql, actor }: Crm,
  messageId: number,
  parties: readonly NewParty[],
): Promise<void> {
  const [roles, names, addresses] = (['role', 'name', 'address'] as const).map(key => parties.map(party => party[key]))
  await sql`
    with given as (
      select g.* from unnest(${roles ?? []}::text[], ${names ?? []}::text[], ${addresses ?? []}::text[])
        with ordinality g (role, name, address, place)
    ), known as (
      select distinct on (lower(g.address)) lower(g.address) as address, p.id
      from given g join crm.person p on crm.email_addresses(p.emails) @> array[lower(g.address)]
      where p.company_id = ${actor.companyId} and not p.is_deleted and ${maySee(actor, 'person', 'p')}
      order by lower(g.address), p.id
    )
    insert into crm.mail_party (company_id, message_id, role, name, address, person_id)
    select ${actor.companyId}, ${messageId}, g.role, g.name, g.address, known.id
    from given g left join known on known.address = lower(g.address) order by g.place`
}

/** Sums up the messages of a thread in it, after one came, changed or went. */
export async function sumUpThread(crm: Crm, threadId: number, more: object = {}): Promise<void> {
  const { sql, actor } = crm
  const [sums] = await sql`
    select count(*) filter (where not drafted)::int as message_count,
      coalesce((array_agg(snippet order by message_time desc, id desc) filter (where not drafted))[1],
        (array_agg(snippet order by message_time desc, id desc))[1], '') as snippet,
      (array_agg(snippet order by message_time desc, id desc) filter (where folder = 'sent'))[1] as snippet_sent,
      (array_agg(snippet order by message_time desc, id desc) filter (where drafted))[1] as snippet_draft,
      coalesce(bool_or(folder = 'inbox'), false) as has_received, coalesce(bool_or(folder = 'sent'), false) as has_sent,
      coalesce(bool_or(drafted), false) as has_draft,
      coalesce(bool_or(has_inline_attachments), false) as has_inline_attachments,
      coalesce(bool_or(has_real_attachments), false) as has_real_attachments,
      coalesce((array_agg(folder = 'inbox' order by message_time, id))[1], false) as begins_received,
      min(message_time) as first_message_time, max(message_time) as last_message_time,
      max(message_time) filter (where folder = 'sent') as last_sent_time,
      max(message_time) filter (where folder = 'inbox') as last_received_time
    from (select *, folder = 'drafts' as drafted from crm.mail_message
      where company_id = ${actor.companyId} and thread_id = ${threadId} and not is_deleted) m`
  if (!sums?.first_message_time) return
  await updateRecord(crm, 'mail_thread', threadId, { ...sums, ...more })
}
