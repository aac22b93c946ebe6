import { Id, NameText, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { cursorPage, cursorQuery, keyset, nextCursor, orderOf, sortQuery } from '../../../base/lists/cursor.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { createPipeline, findPipeline, listPipelines, removePipeline, updatePipeline } from '../store.ts'
import { Pipeline } from './shape.ts'
import { pipelineColumnsV2 } from './wire.ts'

const params = { id: Id }
const writable = {
  is_deal_probability_enabled: optional(Type.Boolean()),
  order_nr: optional(Type.Integer({ minimum: 1 })),
}

const getPipelines = v2({
  route: 'GET /pipelines',
  summary: 'Get all pipelines',
  scopes: ['deals:read', 'deals:full', 'admin'],
  query: { ...sortQuery, ...cursorQuery },
  reply: Type.Array(Pipeline),
  beside: nextCursor,
  cost: 5,
  async run({ query }, crm) {
    const { limit = 100, cursor } = query
    const page = keyset(orderOf(query), cursor, 'p')
    return cursorPage<Pipeline>(await listPipelines(crm, pipelineColumnsV2, page, limit), limit)
  },
})

const getPipeline = v2({
  route: 'GET /pipelines/{id}',
  summary: 'Get one pipeline',
  scopes: ['deals:read', 'deals:full', 'admin'],
  params,
  reply: Pipeline,
  cost: 1,
  run: ({ params }, crm) => onePipeline(crm, params.id),
})

const addPipeline = v2({
  route: 'POST /pipelines',
  summary: 'Add a pipeline',
  scopes: ['admin'],
  rights: ['sales_admin'],
  body: { name: NameText, ...writable },
  reply: Pipeline,
  cost: 5,
  async run({ body }, crm) {
    return onePipeline(crm, await createPipeline(crm, body))
  },
})

const updatePipelineV2 = v2({
  route: 'PATCH /pipelines/{id}',
  summary: 'Update a pipeline',
  ifMatch: true,
  scopes: ['admin'],
  rights: ['sales_admin'],
  params,
  body: { name: optional(NameText), ...writable },
  reply: Pipeline,
  cost: 5,
  async run({ params, body }, crm) {
    await updatePipeline(crm, params.id, body)
    return onePipeline(crm, params.id)
  },
})

const deletePipeline = v2({
  route: 'DELETE /pipelines/{id}',
  summary: 'Delete a pipeline with its stages; its deals stay',
  scopes: ['admin'],
  rights: ['sales_admin'],
  cost: 3,
  ...deletingOne(removePipeline),
})

async function onePipeline(crm: Crm, id: number) {
  return oneRecord<Pipeline>(await findPipeline(crm, id, pipelineColumnsV2), 'Pipeline')
}

export const pipelines = [getPipelines, getPipeline, addPipeline, updatePipelineV2, deletePipeline]
