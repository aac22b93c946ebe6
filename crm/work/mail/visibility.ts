import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { maySee } from '../../base/access/visibility.ts'

/**
 * "May see" for `crm.mail_thread` under the given alias. A thread is private: only the user whose mailbox it is in sees
 * it, not even admins do. A shared one is also seen by those who may see the deal or lead it is on, or, when it is on
 * neither, one of its persons. Its messages and their attachments are seen with it; drafts stay with their writer.
 */
export function maySeeThread(actor: Actor, alias: string): Fragment {
  const t = sql(alias)
  return sql`(${t}.user_id = ${actor.userId} or (${t}.shared and ${t}.message_count > 0 and case
    when ${t}.deal_id is not null then ${maySeeOne(actor, 'deal', alias, 'deal_id')}
    when ${t}.lead_id is not null then ${maySeeOne(actor, 'lead', alias, 'lead_id')}
    else ${maySeePersonOf(actor, alias)} end))`
}

/** A further condition on `crm.mail_message` under the given alias, whose thread the caller may see. */
export function isNoDraftOfAnother({ userId }: Actor, alias: string): Fragment {
  return sql`(${sql(alias)}.folder <> 'drafts' or ${sql(alias)}.user_id = ${userId})`
}

/** The same for a message, or a file of one: `messageId` names the column, such as `m.id`. */
export function maySeeMessage(actor: Actor, messageId: string): Fragment {
  return sql`(select ${maySeeThread(actor, 'seen')} from crm.mail_message its
    join crm.mail_thread seen on seen.company_id = its.company_id and seen.id = its.thread_id
    where its.company_id = ${actor.companyId} and its.id = ${sql(messageId)} and ${isNoDraftOfAnother(actor, 'its')})`
}

function maySeeOne(actor: Actor, entity: 'deal' | 'lead', alias: string, column: string): Fragment {
  if (actor.isAdmin) return sql`true`
  const t = sql(alias)
  return sql`(select ${maySee(actor, entity, 'linked')} from crm.${sql(entity)} linked
    where linked.company_id = ${t}.company_id and linked.id = ${t}.${sql(column)})`
}

function maySeePersonOf(actor: Actor, alias: string): Fragment {
  const t = sql(alias)
  return sql`exists (select from crm.mail_message around
    join crm.mail_party party on party.company_id = around.company_id and party.message_id = around.id
    join crm.person linked on linked.company_id = party.company_id and linked.id = party.person_id
    where around.company_id = ${t}.company_id and around.thread_id = ${t}.id and ${maySee(actor, 'person', 'linked')})`
}
