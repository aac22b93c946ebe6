import type { Sql } from '@portico/kit/database/sql'

/* For whoever runs the server: the people of all companies. */

export interface UserOnServer {
  companyId: number
  userId: number
  company: string
  active: boolean
}

/** The users with this e-mail address: one in each company the person belongs to. */
export async function findUsersOnServer(sql: Sql, email: string, domain?: string): Promise<UserOnServer[]> {
  return sql<UserOnServer[]>`
    select u.company_id as "companyId", u.id as "userId", c.domain as company, u.active
    from crm.app_user u join crm.company c on c.id = u.company_id
    where lower(u.email) = lower(${email}) and not u.is_deleted
      and (${domain ?? null}::text is null or c.domain = ${domain ?? null})
    order by u.company_id`
}

export interface ListedUser {
  id: number
  email: string
  name: string
  company: string
  isAdmin: boolean
  state: 'active' | 'invited' | 'switched off'
  created: Date
}

/** The people of the company of this short name, or of all. Invited is who has not set a password yet. */
export async function listUsersOnServer(sql: Sql, domain?: string): Promise<ListedUser[]> {
  return sql<ListedUser[]>`
    select u.id, u.email, u.name, c.domain as company, u.is_admin as "isAdmin", u.created,
      case when not u.active then 'switched off' when a.password_hash is null then 'invited' else 'active' end as state
    from crm.app_user u join crm.company c on c.id = u.company_id join crm.account a on a.id = u.account_id
    where not u.is_deleted and (${domain ?? null}::text is null or c.domain = ${domain ?? null})
    order by u.id`
}

/** The account with this e-mail address. */
export async function findAccountOnServer(sql: Sql, email: string): Promise<number | undefined> {
  const [found] = await sql<{ id: number }[]>`select id from crm.account where lower(email) = lower(${email})`
  return found?.id
}
