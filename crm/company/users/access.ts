import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { mayDo } from '../../base/access/mayDo.ts'
import { EVERYTHING } from '../../base/access/visibility.ts'

/** Whoever manages people sees them, whatever their permission set says. */
export function seesOtherUsers(actor: Actor): boolean {
  return actor.isAccountAdmin || mayDo(actor, 'can_see_other_users')
}

/** "May see" as SQL for `crm.app_user u`: everybody of the company, or the caller alone. */
export function maySeeUser(actor: Actor): Fragment {
  return seesOtherUsers(actor) ? EVERYTHING : sql`u.id = ${actor.userId}`
}
