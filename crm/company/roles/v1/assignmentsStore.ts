import type { Crm } from '../../../base/api/context.ts'
import { updateRecord } from '../../../base/changes/write.ts'
import { rowWindow } from '../../../base/lists/limit.ts'

/** JSON texts of who is in which role: the users of a role, or the one role of a user. One row more than the page. */
export async function listAssignments(
  { sql, actor }: Crm,
  of: { roleId: number } | { userId: number },
  { start, limit }: { start: number; limit: number },
): Promise<string[]> {
  const rows = await sql<{ wire: string }[]>`
    select json_build_object('user_id', u.id, 'role_id', r.id, 'parent_role_id', r.parent_id, 'name', r.name,
      'active_flag', u.active, 'type', '1')::text as wire
    from crm.app_user u join crm.role r on r.company_id = u.company_id and r.id = u.role_id
    where u.company_id = ${actor.companyId} and not u.is_deleted
      and ${'roleId' in of ? sql`u.role_id = ${of.roleId}` : sql`u.id = ${of.userId}`}
    order by u.id ${rowWindow(start, limit + 1)}`
  return rows.map(row => row.wire)
}

/** Nothing for somebody who is no user of the company. */
export async function findRoleOfUser({ sql, actor }: Crm, userId: number): Promise<number | undefined> {
  const [user] = await sql<{ role_id: number }[]>`
    select role_id from crm.app_user where company_id = ${actor.companyId} and id = ${userId} and not is_deleted`
  return user?.role_id
}

export async function storeAssignment(crm: Crm, userId: number, roleId: number): Promise<void> {
  await updateRecord(crm, 'app_user', userId, { role_id: roleId })
}
