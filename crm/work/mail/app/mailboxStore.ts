import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import { keyset, type ListRow } from '../../../base/lists/cursor.ts'
import { rowLimit } from '../../../base/lists/limit.ts'
import { threadColumns, threadJoins } from '../v1/wire.ts'

/** Threads of the caller's mailbox as texts for the wire, the latest first. `where` refers to `crm.mail_thread t`. */
export async function selectMailbox(
  { sql, actor }: Crm,
  where: Fragment,
  cursor: string | undefined,
  limit: number,
): Promise<ListRow[]> {
  const { after, orderBy, sortKey } = keyset(LATEST_FIRST, cursor, 't')
  return sql<ListRow[]>`
    select (select row_to_json(r) from (select ${threadColumns}, deal.title as deal_title, lead.title as lead_title,
        exists (select from crm.mail_message m where m.company_id = t.company_id and m.thread_id = t.id
          and m.send_state = 'failed' and not m.is_deleted)::int as has_failed_flag) r)::text as wire,
      t.id, page.sort_key
    from (
      select t.id, ${sortKey} as sort_key from crm.mail_thread t
      where t.company_id = ${actor.companyId} and t.user_id = ${actor.userId} and not t.is_deleted and ${where} and ${after}
      order by ${orderBy} limit ${rowLimit(limit)}
    ) page join crm.mail_thread t on t.company_id = ${actor.companyId} and t.id = page.id ${threadJoins(actor)}
    order by ${orderBy}`
}

const LATEST_FIRST = { column: 'last_message_time', type: 'timestamptz', direction: 'desc' } as const

/** Whether a thread `t` has a text in its subject, in the beginning of one of its messages, or among its people. */
export function says({ actor }: Crm, text: string): Fragment {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return fragment`(t.subject ilike ${pattern} or exists (
    select from crm.mail_message m left join crm.mail_party p on p.company_id = m.company_id and p.message_id = m.id
    where m.company_id = ${actor.companyId} and m.thread_id = t.id and not m.is_deleted
      and (m.subject ilike ${pattern} or m.snippet ilike ${pattern} or p.name ilike ${pattern} or p.address ilike ${pattern})))`
}

/** How many threads of the inbox are unread; counted up to `most`. */
export async function countUnread({ sql, actor }: Crm, most: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from crm.mail_thread t
      where t.company_id = ${actor.companyId} and t.user_id = ${actor.userId} and not t.is_deleted and not t.read
        and t.has_received and not t.archived
      limit ${most}) unread`
  return row?.count ?? 0
}
