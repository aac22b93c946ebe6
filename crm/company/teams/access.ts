import { requireRight } from '../../base/access/mayDo.ts'
import type { Crm } from '../../base/api/context.ts'
import { seesOtherUsers } from '../users/access.ts'

/** Teams are made of users: whoever manages people sees them, others need the right to see other users. */
export function requireSeeingUsers(crm: Crm): void {
  if (!seesOtherUsers(crm.actor)) requireRight(crm, 'can_see_other_users')
}
