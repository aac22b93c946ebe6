import type { Author } from '../../base/changes/author.ts'
import type { PermissionSet } from './chosenSets.ts'

/** The permission sets of the company, oldest first. */
export async function listSets({ sql, actor }: Author): Promise<PermissionSet[]> {
  return sql<PermissionSet[]>`
    select id, app, type from crm.permission_set where company_id = ${actor.companyId} order by add_time, id`
}

/** Gives a user these sets, each in the place of the one the user has for its app. */
export async function storeSets({ sql, actor }: Author, userId: number, sets: readonly PermissionSet[]): Promise<void> {
  await sql`
    insert into crm.permission_assignment (company_id, user_id, app, permission_set_id)
    select s.company_id, ${userId}, s.app, s.id from crm.permission_set s
    where s.company_id = ${actor.companyId} and s.id = any(${sets.map(set => set.id)}::uuid[])
    on conflict (company_id, user_id, app) do update set permission_set_id = excluded.permission_set_id`
}

/** Whether the user is an admin of the sales app, by the set the user has for it. */
export async function isSalesAdmin({ sql, actor }: Author, userId: number): Promise<boolean> {
  const [found] = await sql`
    select from crm.permission_assignment a
    join crm.permission_set s on s.company_id = a.company_id and s.id = a.permission_set_id
    where a.company_id = ${actor.companyId} and a.user_id = ${userId} and a.app = 'sales' and s.type = 'admin'`
  return found !== undefined
}

/** Kept with the user, for sign-in. */
export async function storeSalesAdmin({ sql, actor }: Author, userId: number, isAdmin: boolean): Promise<void> {
  await sql`
    update crm.app_user set is_admin = ${isAdmin}
    where company_id = ${actor.companyId} and id = ${userId} and is_admin <> ${isAdmin}`
}
