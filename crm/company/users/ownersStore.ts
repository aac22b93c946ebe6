import { failure } from '@portico/kit/api/failure'
import type { Author } from '../../base/changes/author.ts'

/** An owner is an active user whose permission set of the account settings is that of admins. */

/**
 * Refuses to leave a company without an owner: whoever switches a user off or takes rights away asks first, with the
 * lock of the company (`lockCompany`), so that two who leave at once see each other.
 */
export async function requireOwnerBeside({ sql, actor }: Author, userId: number): Promise<void> {
  const owners = await sql<{ id: number }[]>`
    select u.id from crm.app_user u
    join crm.permission_assignment a on a.company_id = u.company_id and a.user_id = u.id and a.app = 'account_settings'
    join crm.permission_set s on s.company_id = a.company_id and s.id = a.permission_set_id and s.type = 'admin'
    where u.company_id = ${actor.companyId} and u.active and not u.is_deleted`
  const isLast = owners.length === 1 && owners[0]?.id === userId
  if (isLast) throw failure('conflict', 'This is the last admin of the account: make another user one first')
}

/** Refuses a caller who was switched off, or lost the administration, while the call waited for the lock of the company. */
export async function requireStillOwner({ sql, actor }: Author): Promise<void> {
  if (actor.userId === undefined) return
  const [still] = await sql`
    select from crm.app_user u
    join crm.permission_assignment a on a.company_id = u.company_id and a.user_id = u.id and a.app = 'account_settings'
    join crm.permission_set s on s.company_id = a.company_id and s.id = a.permission_set_id and s.type = 'admin'
    where u.company_id = ${actor.companyId} and u.id = ${actor.userId} and u.active and not u.is_deleted`
  if (!still) throw failure('forbidden', 'Only an admin of the account may do this')
}
