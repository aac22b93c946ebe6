import { failure } from '@portico/kit/api/failure'
import { Id, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { auditCall } from '../../../base/access/auditStore.ts'
import { v1 } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { doesNotExist } from '../../../base/records/doesNotExist.ts'
import { findRole, lockRoles } from '../store.ts'
import { hidePipelines, listRolePipelines, showPipelines } from './pipelinesStore.ts'
import { RolePipelines } from './shape.ts'

const params = { id: Id }
const Pipelines = optional(Type.Array(Id, { maxItems: LIMITS.rolePipelines }))

const getRolePipelines = v1({
  route: 'GET /roles/{id}/pipelines',
  summary: 'Get the pipelines that users in a role see, or those they do not see',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  query: { visible: optional(Type.Boolean({ default: true })) },
  reply: RolePipelines,
  cost: 20,
  async run({ params: { id }, query: { visible = true } }, crm) {
    await findRole(crm, id)
    const pipelines = await listRolePipelines(crm, id)
    return { pipeline_ids: pipelines.filter(each => each.visible === visible).map(each => each.id), visible }
  },
})

const updateRolePipelines = v1({
  route: 'PUT /roles/{id}/pipelines',
  summary: 'Show pipelines to users in a role (add), or hide them (remove)',
  scopes: ['admin'],
  rights: ['account_admin'],
  params,
  body: { visible_pipeline_ids: Type.Object({ add: Pipelines, remove: Pipelines }) },
  reply: RolePipelines,
  cost: 10,
  async run({ params: { id }, body: { visible_pipeline_ids: given } }, crm) {
    const { add = [], remove = [] } = given
    await lockRoles(crm)
    await findRole(crm, id)
    const before = await listRolePipelines(crm, id)
    for (const [list, ids] of Object.entries({ add, remove })) {
      const field = `visible_pipeline_ids.${list}`
      const unknown = ids.find(id => !before.some(pipeline => pipeline.id === id))
      if (unknown) throw doesNotExist(field, unknown)
    }
    const both = add.find(id => remove.includes(id))
    if (both)
      throw failure('invalid', `visible_pipeline_ids: ${both} is in add and in remove`, {
        field: 'visible_pipeline_ids',
      })
    await showPipelines(crm, id, add)
    await hidePipelines(crm, id, remove)
    const after = (await listRolePipelines(crm, id)).filter(pipeline => pipeline.visible).map(pipeline => pipeline.id)
    await auditCall(crm, 'role_changed', id, { shown_pipelines: add, hidden_pipelines: remove })
    return { pipeline_ids: after, visible: true }
  },
})

export const rolePipelines = [getRolePipelines, updateRolePipelines]
