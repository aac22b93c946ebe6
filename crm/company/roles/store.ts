import { failure } from '@portico/kit/api/failure'
import { lockCompany } from '../../base/access/companyLockStore.ts'
import type { Crm } from '../../base/api/context.ts'
import { updateRecords } from '../../base/changes/write.ts'
import type { RoleTree } from './rules.ts'

export interface RoleRow {
  id: number
  parent_role_id: number | null
  name: string
  active_flag: boolean
  /** As text, like the contract has them. */
  assignment_count: string
  sub_role_count: string
}

export async function listRoles(crm: Crm): Promise<RoleRow[]> {
  return selectRoles(crm)
}

export async function findRole(crm: Crm, id: number): Promise<RoleRow> {
  const [role] = await selectRoles(crm, id)
  if (!role) throw noRole()
  return role
}

async function selectRoles({ sql, actor }: Crm, id?: number): Promise<RoleRow[]> {
  return sql<RoleRow[]>`
    select r.id, r.parent_id as parent_role_id, r.name, r.active as active_flag,
      coalesce(u.count, 0)::text as assignment_count, coalesce(s.count, 0)::text as sub_role_count
    from crm.role r
    left join (select role_id, count(*) as count from crm.app_user
      where company_id = ${actor.companyId} and not is_deleted group by role_id) u on u.role_id = r.id
    left join (select parent_id, count(*) as count from crm.role
      where company_id = ${actor.companyId} group by parent_id) s on s.parent_id = r.id
    where r.company_id = ${actor.companyId} ${id === undefined ? sql`` : sql`and r.id = ${id}`}
    order by r.id`
}

/** The roles of the company as nobody else can change them until the transaction ends. */
export async function lockRoles(crm: Crm): Promise<RoleTree> {
  const { sql, actor } = crm
  await lockCompany(crm)
  const roles = await sql<{ id: number; parent_id: number | null }[]>`
    select id, parent_id from crm.role where company_id = ${actor.companyId}`
  return new Map(roles.map(role => [role.id, role.parent_id]))
}

export async function insertRole({ sql, actor, now }: Crm, name: string, parent: number): Promise<number> {
  const [added] = await sql<{ id: number }[]>`
    insert into crm.role (company_id, parent_id, name, add_time) values (${actor.companyId}, ${parent}, ${name}, ${now})
    returning id`
  if (!added) throw new Error('adding a role returned nothing')
  return added.id
}

export async function storeRole({ sql, actor }: Crm, id: number, name: string, parent: number | null): Promise<void> {
  await sql`
    update crm.role set name = ${name}, parent_id = ${parent} where company_id = ${actor.companyId} and id = ${id}`
}

/** What a deleted role leaves behind goes to the role above it. */
export async function dropRole(crm: Crm, id: number, parent: number) {
  const { sql, actor } = crm
  // Somebody who is being added to it right now is waited for, or finds it gone.
  await sql`select from crm.role where company_id = ${actor.companyId} and id = ${id} for update`
  const inRole = sql`role_id = ${id}`
  const users = await updateRecords<{ id: number }>(crm, 'app_user', inRole, { role_id: parent }, { bulk: true })
  const roles = await sql<{ id: number }[]>`
    update crm.role set parent_id = ${parent} where company_id = ${actor.companyId} and parent_id = ${id} returning id`
  await sql`delete from crm.role where company_id = ${actor.companyId} and id = ${id}`
  return { users: users.map(user => user.id), roles: roles.map(role => role.id) }
}

export function noRole() {
  return failure('missing', 'Role not found')
}
