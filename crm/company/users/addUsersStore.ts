import { failure } from '@portico/kit/api/failure'
import { violates } from '@portico/kit/database/errors'
import type { Sql } from '@portico/kit/database/sql'

export interface NewUser {
  /** One that is free in the company; the next one without it. */
  id?: number | undefined
  name: string
  email: string
  /** Absent: nobody can sign in until a password is set. */
  passwordHash?: string | undefined
  /** Admin of every app. */
  isAdmin?: boolean
  /** The group; without it the topmost of the company. */
  roleId?: number | undefined
  /** Unless it is false. */
  active?: boolean | undefined
}

/**
 * Adds people to a company, with the permission sets of admins or of everybody. Somebody who has an account on this
 * server keeps it and its password, or that it has none. Gives back their ids as users, in the order given.
 */
export async function addUsers(sql: Sql, companyId: number, users: readonly NewUser[]): Promise<number[]> {
  const wanted = users.map((user, nr) => ({ ...user, isAdmin: user.isAdmin ?? false, nr }))
  try {
    const added = await sql<{ id: number }[]>`
      with wanted as (
        select * from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb)
          w (nr integer, id bigint, name text, email text, "passwordHash" text, "isAdmin" boolean, "roleId" bigint, active boolean)
      ), account as (
        insert into crm.account (email, password_hash) select email, "passwordHash" from wanted
        on conflict (lower(email)) do update set email = account.email returning id, email, password_hash
      ), added as (
        insert into crm.app_user (company_id, id, account_id, role_id, name, email, is_admin, active, default_currency, activated)
        select c.id, coalesce(w.id, nextval(pg_get_serial_sequence('crm.app_user', 'id'))), a.id, coalesce(w."roleId", r.id), w.name, a.email, w."isAdmin", coalesce(w.active, true),
          c.default_currency, a.password_hash is not null
        from wanted w join account a on lower(a.email) = lower(w.email) join crm.company c on c.id = ${companyId}
        join (select min(id) as id from crm.role where company_id = ${companyId} and parent_id is null) r on true
        returning company_id, id, email, is_admin
      ), assigned as (
        insert into crm.permission_assignment (company_id, user_id, app, permission_set_id)
        select distinct on (u.id, s.app) u.company_id, u.id, s.app, s.id from added u
        join crm.permission_set s on s.company_id = ${companyId}
          and s.type = case when u.is_admin then 'admin' else 'regular' end
        order by u.id, s.app, s.add_time, s.id
      )
      select added.id from added join wanted on lower(wanted.email) = lower(added.email) order by wanted.nr`
    if (added.length !== users.length) throw failure('missing', 'There is no such company')
    return added.map(user => user.id)
  } catch (error) {
    if (!violates(error)) throw error
    const [user] = users
    throw failure('conflict', `${user?.email} is a user of this company already`, { field: 'email' })
  }
}
