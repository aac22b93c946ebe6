import { Id, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { Name } from '../../../base/records/name.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { requireUndeletedProject } from '../../projectStore.ts'
import { ProjectGroup } from '../shape.ts'
import { findGroup, listGroups } from '../store.ts'
import { createGroup, removeGroup, updateGroup } from '../write.ts'

/** The contract reads groups and has no way to make them: these operations are Portico's own. */

const params = { id: Id, group_id: Id }
const READERS = ['projects:read', 'projects:full'] as const
const WRITERS = ['projects:full'] as const
const Place = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'From 1; those behind it move on' })

const getGroups = v2({
  route: 'GET /projects/{id}/groups',
  summary: 'Get the groups of a project',
  scopes: READERS,
  params: { id: Id },
  reply: Type.Array(ProjectGroup),
  cost: 10,
  async run({ params }, crm) {
    await requireUndeletedProject(crm, params.id)
    return listGroups(crm, params.id)
  },
})

const addGroup = v2({
  route: 'POST /projects/{id}/groups',
  summary: 'Add a group to a project',
  scopes: WRITERS,
  params: { id: Id },
  body: { name: Name, order_nr: optional(Place) },
  reply: ProjectGroup,
  status: 201,
  cost: 5,
  run: async ({ params, body }, crm) => oneGroup(crm, params.id, await createGroup(crm, params.id, body)),
})

const patchGroup = v2({
  route: 'PATCH /projects/{id}/groups/{group_id}',
  summary: 'Rename a group of a project or move it among the others',
  ifMatch: true,
  scopes: WRITERS,
  params,
  body: { name: optional(Name), order_nr: optional(Place) },
  reply: ProjectGroup,
  cost: 5,
  async run({ params, body }, crm) {
    await updateGroup(crm, params.id, params.group_id, body)
    return oneGroup(crm, params.id, params.group_id)
  },
})

const deleteGroup = v2({
  route: 'DELETE /projects/{id}/groups/{group_id}',
  summary: 'Delete a group of a project; what is in it stays in the plan',
  ifMatch: true,
  scopes: WRITERS,
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 3,
  async run({ params }, crm) {
    await removeGroup(crm, params.id, params.group_id)
    return { id: params.group_id }
  },
})

async function oneGroup(crm: Crm, projectId: number, id: number) {
  return oneRecord<ProjectGroup>(await findGroup(crm, projectId, id), 'Group')
}

export const projectGroupsV2 = [getGroups, addGroup, patchGroup, deleteGroup]
