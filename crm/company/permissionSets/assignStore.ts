import type { App } from '../../base/access/rights.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Author } from '../../base/changes/author.ts'

export interface GivenSet {
  app: App
  permission_set_id: string
}

export interface Access {
  app: App
  admin: boolean
  permission_set_id: string
  name: string
}

/** The permission sets of a user; nothing for somebody who is no user of the company. */
export async function findAccess({ sql, actor }: Crm, userId: number): Promise<Access[] | undefined> {
  const [user] = await sql`
    select from crm.app_user where company_id = ${actor.companyId} and id = ${userId} and not is_deleted`
  if (!user) return undefined
  return sql<Access[]>`
    select s.app, s.type = 'admin' as admin, s.id as permission_set_id, s.name
    from crm.permission_assignment a
    join crm.permission_set s on s.company_id = a.company_id and s.id = a.permission_set_id
    where a.company_id = ${actor.companyId} and a.user_id = ${userId}
    order by s.app`
}

/** Gives a user these sets, each in the place of the one the user has for its app. */
export async function storeAccess({ sql, actor }: Author, userId: number, given: readonly GivenSet[]): Promise<void> {
  await sql`
    insert into crm.permission_assignment (company_id, user_id, app, permission_set_id)
    select ${actor.companyId}, ${userId}, app, permission_set_id
    from jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) g (app text, permission_set_id uuid)
    on conflict (company_id, user_id, app) do update set permission_set_id = excluded.permission_set_id`
}

/** Whether the set that a user has for the sales app is that of admins, which is kept with the user for sign-in. */
export async function isSalesAdmin({ sql, actor }: Author, userId: number): Promise<boolean> {
  const [found] = await sql`
    select from crm.permission_assignment a
    join crm.permission_set s on s.company_id = a.company_id and s.id = a.permission_set_id
    where a.company_id = ${actor.companyId} and a.user_id = ${userId} and a.app = 'sales' and s.type = 'admin'`
  return found !== undefined
}
