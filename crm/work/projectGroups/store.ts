import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import type { WireRow } from '../../base/records/version.ts'

export interface GroupRow {
  id: number
  name: string
  order_nr: number
}

/** The groups of a project in their order. */
export async function listGroups({ sql, actor }: Crm, projectId: number): Promise<GroupRow[]> {
  return sql<GroupRow[]>`
    select g.id, g.name, g.order_nr from crm.project_group g
    where g.company_id = ${actor.companyId} and g.project_id = ${projectId} order by g.order_nr, g.id`
}

export async function findGroup({ sql, actor }: Crm, projectId: number, id: number): Promise<WireRow | undefined> {
  const [group] = await sql<WireRow[]>`
    select row_to_json(w)::text as wire, g.version from crm.project_group g
    cross join lateral (select g.id, g.name, g.order_nr) w
    where g.company_id = ${actor.companyId} and g.project_id = ${projectId} and g.id = ${id}`
  return group
}

/** A group of a project, locked for the rest of the transaction. */
export async function lockGroup(
  { sql, actor }: Crm,
  projectId: number,
  id: number,
): Promise<{ id: number; version: number }> {
  const [group] = await sql<{ id: number; version: number }[]>`
    select g.id, g.version from crm.project_group g
    where g.company_id = ${actor.companyId} and g.project_id = ${projectId} and g.id = ${id} for update`
  if (!group) throw failure('missing', 'Group not found')
  return group
}
