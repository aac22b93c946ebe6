import { Id } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { nothingBeside } from '../../../base/api/envelope.ts'
import { v1 } from '../../../base/api/operation.ts'
import { requireUndeletedProject } from '../../projectStore.ts'
import { ProjectGroup } from '../shape.ts'
import { listGroups } from '../store.ts'

const getGroups = v1({
  route: 'GET /projects/{id}/groups',
  summary: 'Get the groups of a project',
  scopes: ['projects:read', 'projects:full'],
  params: { id: Id },
  reply: Type.Array(ProjectGroup),
  beside: nothingBeside,
  cost: 20,
  async run({ params }, crm) {
    await requireUndeletedProject(crm, params.id)
    return listGroups(crm, params.id)
  },
})

export const projectGroupsV1 = [getGroups]
