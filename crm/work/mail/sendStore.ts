import type { Sql } from '@portico/kit/database/sql'
import { rewriteRecords } from '../../base/changes/rewriteStore.ts'
import type { NewParty } from './rules.ts'

export interface QueuedMessage {
  subject: string
  mime_id: string
  in_reply_to: string | null
  reference_ids: string[]
  message_time: Date
  html: string | null
  parties: NewParty[]
  attachments: { name: string; type: string; key: string }[]
}

/** A message that is to be sent and is not yet. */
export async function findQueued(sql: Sql, companyId: number, id: number): Promise<QueuedMessage | undefined> {
  const [message] = await sql<QueuedMessage[]>`
    select m.subject, m.mime_id, m.in_reply_to, m.reference_ids, m.message_time, body.html, parties.list as parties, files.list as attachments
    from crm.mail_message m left join crm.mail_body body on body.company_id = m.company_id and body.message_id = m.id
    cross join lateral (select coalesce(json_agg(json_build_object('role', p.role, 'name', p.name, 'address', p.address) order by p.id), '[]') as list
      from crm.mail_party p where p.company_id = m.company_id and p.message_id = m.id) parties
    cross join lateral (select coalesce(json_agg(json_build_object('name', f.name, 'type', f.mime_type, 'key', f.file_key) order by f.id), '[]') as list
      from crm.file f where f.company_id = m.company_id and f.mail_message_id = m.id and not f.is_deleted) files
    where m.company_id = ${companyId} and m.id = ${id} and m.send_state = 'queued' and not m.is_deleted`
  return message
}

/** Says at a message how its sending ended. */
export async function endSending(
  sql: Sql,
  companyId: number,
  id: number,
  { state, reason }: { state: 'sent' | 'failed'; reason: string | null },
): Promise<void> {
  await rewriteRecords(sql, {
    source: 'mail',
    companyId,
    now: new Date(),
    table: 'mail_message',
    which: sql`id = ${id} and send_state = 'queued'`,
    set: sql`send_state = ${state}, send_error = ${reason}`,
  })
}
