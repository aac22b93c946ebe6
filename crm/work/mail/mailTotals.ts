import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySeeThread } from './visibility.ts'

/**
 * Joins a record with the totals of its mail, as far as the caller may see it: `mail` has the number of messages as `all`,
 * and when the last one was `received` and `sent`.
 */
export function mailOfDeal(actor: Actor, alias: string): Fragment {
  const deal = sql(alias)
  // Whoever sees the deal sees the threads on it that are shared.
  return sql`cross join lateral (
    select coalesce(sum(t.message_count), 0) as all, max(t.last_received_time) as received, max(t.last_sent_time) as sent
    from crm.mail_thread t
    where t.company_id = ${deal}.company_id and t.deal_id = ${deal}.id and not t.is_deleted
      and (t.shared or t.user_id = ${actor.userId})) mail`
}

export function mailOfPerson(actor: Actor, alias: string): Fragment {
  return mailWith(actor, alias, sql`= ${sql(alias)}.id`)
}

export function mailOfOrganization(actor: Actor, alias: string): Fragment {
  const org = sql(alias)
  return mailWith(
    actor,
    alias,
    sql`in (select q.id from crm.person q where q.company_id = ${org}.company_id and q.org_id = ${org}.id)`,
  )
}

/** Messages from and to some persons, each once however many of them it names. */
function mailWith(actor: Actor, alias: string, persons: Fragment): Fragment {
  return sql`cross join lateral (
    select count(*) as all, max(m.message_time) filter (where m.folder = 'inbox') as received,
      max(m.message_time) filter (where m.folder = 'sent') as sent
    from (select distinct party.message_id from crm.mail_party party
      where party.company_id = ${sql(alias)}.company_id and party.person_id ${persons}) named
    join crm.mail_message m on m.company_id = ${sql(alias)}.company_id and m.id = named.message_id
      and m.folder <> 'drafts' and not m.is_deleted
    join crm.mail_thread t on t.company_id = m.company_id and t.id = m.thread_id and not t.is_deleted
      and ${maySeeThread(actor, 't')}) mail`
}
