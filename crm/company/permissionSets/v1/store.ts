import type { Crm } from '../../../base/api/context.ts'
import { rowWindow } from '../../../base/lists/limit.ts'

/** Ids of the users who have a permission set, one more than the page. */
export async function listAssignedUsers(
  { sql, actor }: Crm,
  setId: string,
  { start, limit }: { start: number; limit: number },
): Promise<number[]> {
  const users = await sql<{ id: number }[]>`
    select u.id from crm.permission_assignment a
    join crm.app_user u on u.company_id = a.company_id and u.id = a.user_id
    where a.company_id = ${actor.companyId} and a.permission_set_id = ${setId} and not u.is_deleted
    order by u.id ${rowWindow(start, limit + 1)}`
  return users.map(user => user.id)
}
