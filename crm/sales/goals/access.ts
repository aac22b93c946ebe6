import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { mayDo, requireRight } from '../../base/access/mayDo.ts'
import { EVERYTHING } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import type { AssigneeType } from './rules.ts'

export interface Assignee {
  assignee_type: AssigneeType
  /** Undefined: whoever it is. */
  assignee_id?: number | undefined
}

/** Everybody sees their own goals; those of others are statistics about others. */
export function requireMaySeeGoals(crm: Crm, assignee: Assignee): void {
  if (isCaller(crm, assignee)) return
  requireRight(
    crm,
    assignee.assignee_type === 'company' ? 'can_see_company_wide_statistics' : 'can_see_other_users_statistics',
  )
}

/** The same as SQL, for `crm.goal g`. */
export function maySeeGoal(actor: Actor): Fragment {
  const ofCompany = mayDo(actor, 'can_see_company_wide_statistics')
  const ofOthers = mayDo(actor, 'can_see_other_users_statistics')
  if (ofCompany && ofOthers) return EVERYTHING
  return sql`case g.assignee_type when 'company' then ${ofCompany} when 'person' then ${ofOthers} or g.assignee_id = ${actor.userId}
    else ${ofOthers} end`
}

/** Everybody sets goals for themselves; admins for everyone. */
export function requireMayAssign(crm: Crm, assignee: Assignee): void {
  if (crm.actor.isAdmin || isCaller(crm, assignee)) return
  const field = 'assignee'
  throw failure('forbidden', 'Only an admin of the company may set goals for others: assign it to yourself', { field })
}

export function requireMayChange(crm: Crm, goal: { owner_id: number }): void {
  if (mayChange(crm, goal)) return
  throw failure('forbidden', 'Only whoever made a goal and admins of the company may change it')
}

export function mayChange({ actor }: Crm, { owner_id }: { owner_id: number }): boolean {
  return actor.isAdmin || owner_id === actor.userId
}

function isCaller({ actor }: Crm, { assignee_type, assignee_id }: Assignee): boolean {
  return assignee_type === 'person' && assignee_id === actor.userId
}
