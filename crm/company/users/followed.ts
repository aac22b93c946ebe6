import { failure } from '@portico/kit/api/failure'
import { requireRight } from '../../base/access/mayDo.ts'
import type { Crm } from '../../base/api/context.ts'
import { seesOtherUsers } from './access.ts'
import { requireUser } from './store.ts'

/** The followers of a user are shown to whoever may see other users, and to the user. */
export async function requireFollowersOf(crm: Crm, userId: number): Promise<void> {
  if (userId !== crm.actor.userId && !seesOtherUsers(crm.actor)) requireRight(crm, 'can_see_other_users')
  await requireUser(crm, userId)
}

/** People follow for themselves; whoever manages them may do it for them. */
export function requireFollowing(crm: Crm, followerId: number): void {
  if (followerId !== crm.actor.userId) requireRight(crm, 'account_admin')
}

export function refuseFollowingOneself(userId: number, followerId: number): void {
  if (userId === followerId) throw failure('invalid', 'user_id: nobody follows themselves', { field: 'user_id' })
}
