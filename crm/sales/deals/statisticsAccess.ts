import type { Actor } from '../../base/access/actor.ts'
import { mayDo, requireRight } from '../../base/access/mayDo.ts'
import type { Right } from '../../base/access/rights.ts'

/** Whose deals are counted: those of one user, of a team, or of everybody. A filter finds deals of everybody. */
export type CountedOwner = number | 'team' | 'everybody'

/** 403 unless the caller may see figures about the deals of these users. Figures about one's own need no right. */
export function requireStatisticsOf(crm: { actor: Actor }, counted: CountedOwner): void {
  const right = rightToStatisticsOf(crm.actor, counted)
  if (right) requireRight(crm, right)
}

export function maySeeStatisticsOf(actor: Actor, counted: CountedOwner): boolean {
  const right = rightToStatisticsOf(actor, counted)
  return right === undefined || mayDo(actor, right)
}

function rightToStatisticsOf({ userId }: Actor, counted: CountedOwner): Right | undefined {
  if (counted === userId) return undefined
  return counted === 'everybody' ? 'can_see_company_wide_statistics' : 'can_see_other_users_statistics'
}
