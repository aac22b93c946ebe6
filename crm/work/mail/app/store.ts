import type { Crm } from '../../../base/api/context.ts'
import type { WireRow } from '../../../base/records/version.ts'
import { messageColumns, messageJoins } from '../v1/wire.ts'

/** A message that the caller wrote, as text for the wire. */
export async function findWrittenMessage(crm: Crm, id: number): Promise<WireRow | undefined> {
  const { sql, actor } = crm
  const [message] = await sql<WireRow[]>`
    select (select row_to_json(r) from (select ${messageColumns(crm, true)}, m.send_state, m.send_error,
      array(select f.id from crm.file f where f.company_id = m.company_id and f.mail_message_id = m.id and not f.is_deleted
        order by f.id) as file_ids) r)::text as wire, m.version
    from crm.mail_message m join crm.mail_thread t on t.company_id = m.company_id and t.id = m.thread_id ${messageJoins(actor)}
    where m.company_id = ${actor.companyId} and m.id = ${id} and m.user_id = ${actor.userId} and m.source = 'written'
      and not m.is_deleted`
  return message
}
