import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { deleteRecord, insertRecord, updateRecord, updateRecords } from '../../base/changes/write.ts'
import { moveInOrder, placeBehind } from '../../base/records/orderStore.ts'
import { requireMatch } from '../../base/records/version.ts'
import { holdProjectOfPath } from '../projectStore.ts'
import { lockGroup } from './store.ts'

export interface GroupInput {
  name?: string | undefined
  order_nr?: number | undefined
}

/** Adds a group to a project, behind the others unless a place is given. */
export async function createGroup(crm: Crm, projectId: number, input: GroupInput & { name: string }): Promise<number> {
  await holdProjectOfPath(crm, projectId)
  const { id } = await insertRecord<{ id: number }>(crm, 'project_group', {
    project_id: projectId,
    name: input.name,
    order_nr: await placeBehind(crm, 'project_group', ofProject(projectId)),
    add_time: crm.now,
    update_time: crm.now,
  })
  await moveGroup(crm, projectId, id, input.order_nr)
  return id
}

export async function updateGroup(crm: Crm, projectId: number, id: number, input: GroupInput): Promise<void> {
  await holdProjectOfPath(crm, projectId)
  const group = await lockGroup(crm, projectId, id)
  requireMatch(crm, group.version)
  if (input.name !== undefined) await updateRecord(crm, 'project_group', id, { name: input.name })
  await moveGroup(crm, projectId, id, input.order_nr)
}

/** Deletes a group. What was in it stays in the plan, without one. */
export async function removeGroup(crm: Crm, projectId: number, id: number): Promise<void> {
  await holdProjectOfPath(crm, projectId)
  const group = await lockGroup(crm, projectId, id)
  requireMatch(crm, group.version)
  await updateRecords(crm, 'task', sql`group_id = ${id}`, { group_id: null }, { bulk: true })
  await deleteRecord(crm, 'project_group', id)
}

async function moveGroup(crm: Crm, projectId: number, id: number, place: number | undefined): Promise<void> {
  if (place !== undefined) await moveInOrder(crm, 'project_group', id, place, ofProject(projectId))
}

function ofProject(projectId: number): Fragment {
  return sql`project_id = ${projectId}`
}
