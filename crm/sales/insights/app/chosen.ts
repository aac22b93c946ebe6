import { failure } from '@portico/kit/api/failure'
import { Id, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { equal } from '../../../base/lists/conditions.ts'
import { requireSeeingUsers } from '../../../company/teams/access.ts'
import { findTeam } from '../../../company/teams/store.ts'
import { selectColumnIds } from '../../deals/app/boardStore.ts'
import { firstDayOf, MONTH, monthAfter, monthsFrom } from '../../deals/app/months.ts'
import { requireStatisticsOf } from '../../deals/statisticsAccess.ts'
import type { DealCondition, DealConditions } from './shape.ts'

const MOST_MONTHS = 36

/** What every report can be asked for: whole months, of one person, a team or everybody, in a pipeline or in all. */
export const reportQuery = {
  from: Type.String({ pattern: MONTH, description: 'The first month, as YYYY-MM' }),
  months: Type.Integer({ minimum: 1, maximum: MOST_MONTHS }),
  user_id: optional(Id),
  team_id: optional(Id),
  pipeline_id: optional(Id),
}

export interface ReportQuery {
  from: string
  months: number
  user_id?: number | undefined
  team_id?: number | undefined
  pipeline_id?: number | undefined
}

export interface Chosen extends Omit<ReportQuery, 'months'> {
  months: readonly string[]
  days: Days
}

/** From the first day up to, not including, the end. */
export interface Days {
  first: string
  end: string
}

/** Refuses figures about others to those who may not see them, and names that are not there. */
export async function chosenBy(crm: Crm, { months, ...query }: ReportQuery): Promise<Chosen> {
  const { from, user_id, team_id, pipeline_id } = query
  if (user_id && team_id)
    throw failure('invalid', 'team_id goes without user_id: send one of them', { field: 'team_id' })
  requireStatisticsOf(crm, team_id ? 'team' : (user_id ?? 'everybody'))
  if (team_id) await requireTeam(crm, team_id)
  if (pipeline_id && !(await selectColumnIds(crm, pipeline_id))) throw failure('missing', 'Pipeline not found')
  const days = { first: firstDayOf(from), end: firstDayOf(monthAfter(from, months)) }
  return { ...query, months: monthsFrom(from, months), days }
}

async function requireTeam(crm: Crm, id: number): Promise<void> {
  requireSeeingUsers(crm)
  if ((await findTeam(crm, id)).deleted_flag) throw failure('missing', `Team ${id} does not exist`)
}

/** The deals that figures are about, as SQL over `crm.deal d`; those that were archived are in none. */
export function chosenDeals(crm: Crm, chosen: Chosen): Fragment {
  const { pipeline_id } = chosen
  return sql`not d.is_deleted and not d.is_archived and ${equal('d', { pipeline_id })} and ${ofOwner(crm, chosen, 'd')}`
}

/** Whether the record under the alias belongs to the chosen person or team. */
export function ofOwner({ actor }: Crm, { user_id, team_id }: Chosen, alias: string): Fragment {
  if (!team_id) return equal(alias, { owner_id: user_id })
  return sql`${sql(alias)}.owner_id in (select m.user_id from crm.team_member m
    where m.company_id = ${actor.companyId} and m.team_id = ${team_id})`
}

export function within(column: Fragment, { first, end }: Days): Fragment {
  return sql`${column} >= ${first}::date and ${column} < ${end}::date`
}

export type Wanted = readonly [code: string, operator: string, value: string | number | null]

/** The deals of a row as conditions of a list: those of the report, and what makes them the row's. */
export function dealsOf(
  { user_id, team_id, pipeline_id }: Pick<Chosen, 'user_id' | 'team_id' | 'pipeline_id'>,
  all: readonly Wanted[],
  any: readonly Wanted[] = [],
): DealConditions {
  const chosen: Wanted[] = [
    ...(user_id ? [['owner_id', '=', user_id] as const] : []),
    ...(team_id ? [['owner_id', 'belongs_to_team', team_id] as const] : []),
    ...(pipeline_id ? [['pipeline_id', '=', pipeline_id] as const] : []),
  ]
  return {
    glue: 'and',
    conditions: [
      { glue: 'and', conditions: [...all, ...chosen].map(condition) },
      { glue: 'or', conditions: any.map(condition) },
    ],
  }
}

/** The same days as conditions on a field. */
export function daysOf(code: string, { first, end }: Days): Wanted[] {
  return [
    [code, '>=', first],
    [code, '<', end],
  ]
}

export function daysOfMonth(month: string): Days {
  return { first: firstDayOf(month), end: firstDayOf(monthAfter(month, 1)) }
}

function condition([field_code, operator, value]: Wanted): DealCondition {
  return { object: 'deal', field_code, operator, value: value === null ? null : String(value) }
}
