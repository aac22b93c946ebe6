import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { deleteRecord, insertRecord, updateRecord, updateRecords } from '../../base/changes/write.ts'
import { makeRoom, placeAmong, placeBehind } from '../../base/records/orderStore.ts'
import { requireMatch } from '../../base/records/version.ts'
import { holdProjectOfPath } from '../projectStore.ts'
import { lockGroup } from './store.ts'

export interface GroupInput {
  name?: string | undefined
  order_nr?: number | undefined
}

/** Adds a group to a project, behind the others unless a place is given. */
export async function createGroup(crm: Crm, projectId: number, input: GroupInput & { name: string }): Promise<number> {
  const { name, order_nr: wanted } = input
  const siblings = ofProject(projectId)
  await holdProjectOfPath(crm, projectId)
  const last = await placeBehind(crm, 'project_group', siblings)
  const place = await placeAmong(crm, 'project_group', { wanted, siblings })
  const { id } = await insertRecord<{ id: number }>(crm, 'project_group', {
    project_id: projectId,
    name,
    order_nr: last,
    ...place,
    add_time: crm.now,
    update_time: crm.now,
  })
  if (wanted !== undefined) await makeRoom(crm, 'project_group', id, { ...place, siblings })
  return id
}

export async function updateGroup(crm: Crm, projectId: number, id: number, input: GroupInput): Promise<void> {
  const { name, order_nr: wanted } = input
  const siblings = ofProject(projectId)
  await holdProjectOfPath(crm, projectId)
  const group = await lockGroup(crm, projectId, id)
  requireMatch(crm, group.version)
  const place = await placeAmong(crm, 'project_group', { wanted, siblings, id })
  await updateRecord(crm, 'project_group', id, { ...(name !== undefined && { name }), ...place })
  if (wanted !== undefined) await makeRoom(crm, 'project_group', id, { ...place, siblings })
}

/** Deletes a group. What was in it stays in the plan, without one. */
export async function removeGroup(crm: Crm, projectId: number, id: number): Promise<void> {
  await holdProjectOfPath(crm, projectId)
  const group = await lockGroup(crm, projectId, id)
  requireMatch(crm, group.version)
  await updateRecords(crm, 'task', sql`group_id = ${id}`, { group_id: null }, { bulk: true })
  await deleteRecord(crm, 'project_group', id)
}

function ofProject(projectId: number): Fragment {
  return sql`project_id = ${projectId}`
}
