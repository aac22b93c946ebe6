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
