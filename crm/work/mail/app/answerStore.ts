import type { Sender } from '@portico/kit/mail/address'
import type { Crm } from '../../../base/api/context.ts'

/** Who got a message beside the caller, each address once. Addresses of records (`acme+deal7@…`) are left out with their company's. */
export async function selectOthers(
  { sql, actor }: Crm,
  messageId: number,
  without: readonly string[],
): Promise<Sender[]> {
  const left = without.map(address => address.toLowerCase())
  return sql<Sender[]>`
    select once.name, once.address from (
      select distinct on (lower(p.address)) p.name, p.address, p.id from crm.mail_party p
      where p.company_id = ${actor.companyId} and p.message_id = ${messageId} and p.role in ('to', 'cc')
        and lower(p.address) <> all(${left}::text[])
        and regexp_replace(lower(p.address), '\\+[^@]*@', '@') <> all(${left}::text[])
        and lower(p.address) not in (
          select lower(u.email) from crm.app_user u where u.company_id = ${actor.companyId} and u.id = ${actor.userId}
          union all
          select lower(a.email) from crm.mail_account a where a.company_id = ${actor.companyId} and a.user_id = ${actor.userId})
      order by lower(p.address), p.id
    ) once order by once.id`
}

/** Who wrote a message, when, and the beginning of its cleaned HTML. The caller has been found to see it. */
export async function selectQuoted(
  { sql, actor }: Crm,
  messageId: number,
  most: number,
): Promise<{ who: string; time: string; html: string }> {
  const [message] = await sql<{ who: string; time: string; html: string }[]>`
    select coalesce((select coalesce(nullif(p.name, ''), p.address) from crm.mail_party p
        where p.company_id = m.company_id and p.message_id = m.id and p.role = 'from' order by p.id limit 1), '') as who,
      crm.time_v2(m.message_time) as time,
      coalesce((select left(b.html, ${most}::int) from crm.mail_body b where b.company_id = m.company_id and b.message_id = m.id), '') as html
    from crm.mail_message m where m.company_id = ${actor.companyId} and m.id = ${messageId}`
  return message ?? { who: '', time: '', html: '' }
}
