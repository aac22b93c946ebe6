import type { Sql } from '@portico/kit/database/sql'

export interface ListedUser {
  id: number
  email: string
  name: string
  company: string
  isAdmin: boolean
  active: boolean
  created: Date
}

/** The people of the company of this short name, or of all. */
export async function listUsers(sql: Sql, domain?: string): Promise<ListedUser[]> {
  return sql<ListedUser[]>`
    select u.id, u.email, u.name, c.domain as company, u.is_admin as "isAdmin", u.active, u.created
    from crm.app_user u join crm.company c on c.id = u.company_id
    where not u.is_deleted and (${domain ?? null}::text is null or c.domain = ${domain ?? null})
    order by u.id`
}
