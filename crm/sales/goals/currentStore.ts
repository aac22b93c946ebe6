import { type Fragment, fragment } from '@portico/kit/database/sql'
import { mayDo } from '../../base/access/mayDo.ts'
import type { Crm } from '../../base/api/context.ts'
import { rowLimit } from '../../base/lists/limit.ts'
import { type GoalRow, goalRowColumns } from './store.ts'

export interface CurrentGoal extends GoalRow {
  /** What its sum is in; null for a number. */
  currency: string | null
}

export interface GoalsChosen {
  user_id?: number | undefined
  team_id?: number | undefined
  pipeline_id?: number | undefined
}

/** Goals that a day is within: of one person, of a team, or all that the caller may see; those of the company first. */
export async function selectCurrentGoals(
  crm: Crm,
  chosen: GoalsChosen,
  day: string,
  most: number,
): Promise<CurrentGoal[]> {
  return crm.sql<CurrentGoal[]>`
    select ${goalRowColumns}, money.code as currency from crm.goal g
    left join crm.currency money on money.company_id = g.company_id and money.id = g.currency_id
    where ${areCurrent(crm, chosen, day)}
    order by array_position(array['company', 'team', 'person'], g.assignee_type), g.add_time, g.id limit ${rowLimit(most)}`
}

export async function countCurrentGoals(crm: Crm, chosen: GoalsChosen, day: string): Promise<number> {
  const [found] = await crm.sql<{ count: number }[]>`
    select count(*)::int as count from crm.goal g where ${areCurrent(crm, chosen, day)}`
  return found?.count ?? 0
}

function areCurrent(crm: Crm, chosen: GoalsChosen, day: string): Fragment {
  const { pipeline_id } = chosen
  return fragment`g.company_id = ${crm.actor.companyId} and not g.is_deleted
    and g.duration_start <= ${day}::date and coalesce(g.duration_end >= ${day}::date, true)
    and ${pipeline_id ? fragment`coalesce(${pipeline_id} = any(g.pipeline_ids), true)` : fragment`true`}
    and ${ofAssignee(crm, chosen)}`
}

/** Whoever sees figures of the company sees its goals; those of others take the right to see theirs. */
function ofAssignee({ actor }: Crm, { user_id, team_id }: GoalsChosen): Fragment {
  if (user_id) return fragment`g.assignee_type = 'person' and g.assignee_id = ${user_id}`
  if (team_id) return fragment`g.assignee_type = 'team' and g.assignee_id = ${team_id}`
  if (mayDo(actor, 'can_see_other_users_statistics')) return fragment`true`
  return fragment`(g.assignee_type = 'company' or (g.assignee_type = 'person' and g.assignee_id = ${actor.userId}))`
}
