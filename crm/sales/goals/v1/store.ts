import { failure } from '@portico/kit/api/failure'
import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import type { WireRow } from '../../../base/records/version.ts'
import { goalColumns } from './wire.ts'

/** Goals as texts for the wire, oldest first. `where` refers to `crm.goal g`. */
export async function selectGoals({ sql, actor }: Crm, where: Fragment): Promise<WireRow[]> {
  return sql<WireRow[]>`
    select (select row_to_json(r) from (select ${goalColumns}) r)::text as wire, g.version from crm.goal g
    where g.company_id = ${actor.companyId} and ${where} order by g.add_time, g.id`
}

export async function findGoalWire(crm: Crm, id: string): Promise<WireRow> {
  const [goal] = await selectGoals(crm, crm.sql`g.id = ${id}`)
  if (!goal) throw failure('missing', 'Goal not found')
  return goal
}
