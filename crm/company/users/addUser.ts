import { failure } from '@portico/kit/api/failure'
import { violates } from '@portico/kit/database/errors'
import type { Sql } from '@portico/kit/database/sql'

export interface NewUser {
  companyId: number
  name: string
  email: string
  passwordHash: string
  isAdmin: boolean
}

/** Adds a person to a company, in its topmost group. */
export async function addUser(sql: Sql, user: NewUser): Promise<number> {
  try {
    const [made] = await sql<{ id: number }[]>`
      insert into crm.app_user (company_id, role_id, name, email, password_hash, is_admin, default_currency)
      select c.id, (select min(r.id) from crm.role r where r.company_id = c.id and r.parent_id is null),
        ${user.name}, ${user.email}, ${user.passwordHash}, ${user.isAdmin}, c.default_currency
      from crm.company c where c.id = ${user.companyId} returning id`
    if (!made) throw failure('missing', 'There is no such company')
    return made.id
  } catch (error) {
    if (violates(error)) throw failure('conflict', `${user.email} has an account already`, { field: 'email' })
    throw error
  }
}
