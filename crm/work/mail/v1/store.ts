import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import type { WireRow } from '../../../base/records/version.ts'
import { isNoDraftOfAnother, maySeeThread } from '../visibility.ts'
import { listedColumns, messageColumns, messageJoins, threadColumns, threadJoins } from './wire.ts'

interface Page {
  start: number
  limit: number
}

/** Threads the caller may see as texts for the wire, the one with the latest message first. `where` refers to `crm.mail_thread t`. */
export async function selectThreads(crm: Crm, where: Fragment, { start, limit }: Page): Promise<WireRow[]> {
  const { actor } = crm
  return crm.sql<WireRow[]>`
    select (select row_to_json(r) from (select ${threadColumns}) r)::text as wire, t.version
    from (
      select t.id from crm.mail_thread t where t.company_id = ${actor.companyId} and ${where} and ${maySeeThread(actor, 't')}
      order by t.last_message_time desc, t.id desc ${rowWindow(start, limit)}
    ) page join crm.mail_thread t on t.company_id = ${actor.companyId} and t.id = page.id ${threadJoins(actor)}
    order by t.last_message_time desc, t.id desc`
}

export async function findThread(crm: Crm, id: number): Promise<WireRow | undefined> {
  const [thread] = await selectThreads(crm, sql`t.id = ${id}`, { start: 0, limit: 1 })
  return thread
}

/** All messages of a thread as texts for the wire, oldest first. Callers have made sure that the thread is visible. */
export async function selectMessages(crm: Crm, threadId: number): Promise<WireRow[]> {
  const { actor } = crm
  return crm.sql<WireRow[]>`
    select (select row_to_json(r) from (select ${messageColumns(crm, false)}) r)::text as wire, m.version
    from crm.mail_message m join crm.mail_thread t on t.company_id = m.company_id and t.id = m.thread_id ${messageJoins(actor)}
    where m.company_id = ${actor.companyId} and m.thread_id = ${threadId} and not m.is_deleted and ${isNoDraftOfAnother(actor, 'm')}
    order by m.message_time, m.id`
}

export async function findMessage(crm: Crm, id: number, withBody: boolean): Promise<WireRow | undefined> {
  const { actor } = crm
  const [message] = await crm.sql<WireRow[]>`
    select (select row_to_json(r) from (select ${messageColumns(crm, withBody)}) r)::text as wire, m.version
    from crm.mail_message m join crm.mail_thread t on t.company_id = m.company_id and t.id = m.thread_id ${messageJoins(actor)}
    where ${isVisible(crm, id)}`
  return message
}

export interface MessageBody {
  html: string | null
  is_deleted: boolean
}

export async function requireBody(crm: Crm, id: number): Promise<MessageBody> {
  const [body] = await crm.sql<MessageBody[]>`
    select body.html, m.is_deleted or t.is_deleted as is_deleted
    from crm.mail_message m join crm.mail_thread t on t.company_id = m.company_id and t.id = m.thread_id
    left join crm.mail_body body on body.company_id = m.company_id and body.message_id = m.id
    where ${isVisible(crm, id)}`
  if (!body) throw failure('missing', 'Mail message not found')
  return body
}

function isVisible({ actor }: Crm, id: number): Fragment {
  return sql`m.company_id = ${actor.companyId} and m.id = ${id} and ${maySeeThread(actor, 't')} and ${isNoDraftOfAnother(actor, 'm')}`
}

export interface InlinePicture {
  cid: string
  mime_type: string
  file_size: number
  file_key: string
}

/** The pictures within a message that the caller may see. */
export async function selectInlinePictures(crm: Crm, messageId: number): Promise<InlinePicture[]> {
  return crm.sql<InlinePicture[]>`
    select cid, mime_type, file_size, file_key from crm.file
    where company_id = ${crm.actor.companyId} and mail_message_id = ${messageId} and cid is not null and file_key is not null
      and mime_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')
    order by id`
}

/** Whose messages are wanted. */
export type MailOf = 'deal' | 'lead' | 'person' | 'organization'

/** Whether the message `m` of the thread `t` is one of a record: by the link of its thread, or by its parties. */
export function isMailOf(kind: MailOf, companyId: number, id: number | string): Fragment {
  if (kind === 'lead') return sql`t.lead_id = ${id}`
  if (kind === 'deal') return sql`t.deal_id = ${id}`
  const party = sql`select p.message_id from crm.mail_party p where p.company_id = ${companyId} and p.person_id`
  if (kind === 'person') return sql`m.id in (${party} = ${id})`
  return sql`m.id in (${party} in (select q.id from crm.person q where q.company_id = ${companyId} and q.org_id = ${id}))`
}

/** The messages of a record that the caller may see, as texts for the wire, newest first. */
export async function selectMailOf(
  crm: Crm,
  kind: MailOf,
  id: number,
  withBody: boolean,
  page: Page,
): Promise<string[]> {
  const { actor } = crm
  const rows = await crm.sql<{ wire: string }[]>`
    select json_build_object('object', 'mailMessage', 'timestamp', crm.time_v1(m.message_time),
      'data', (select row_to_json(r) from (select ${listedColumns(crm, withBody)}) r))::text as wire
    from (
      select m.id from crm.mail_message m join crm.mail_thread t on t.company_id = m.company_id and t.id = m.thread_id
      where m.company_id = ${actor.companyId} and ${isMailOf(kind, actor.companyId, id)} and ${isThere}
        and ${maySeeThread(actor, 't')}
      order by m.message_time desc, m.id desc ${rowWindow(page.start, page.limit)}
    ) page join crm.mail_message m on m.company_id = ${actor.companyId} and m.id = page.id
    join crm.mail_thread t on t.company_id = m.company_id and t.id = m.thread_id ${messageJoins(actor)}
    order by m.message_time desc, m.id desc`
  return rows.map(row => row.wire)
}

/** Drafts are no mail yet. */
export const isThere: Fragment = sql`m.folder <> 'drafts' and not m.is_deleted and not t.is_deleted`
