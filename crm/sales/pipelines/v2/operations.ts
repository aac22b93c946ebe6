import { NameText, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { cursorPage, cursorQuery, keyset, nextCursor, orderOf, sortQuery } from '../../../base/lists/cursor.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { oneAtATime } from '../../../base/records/oneAtATime.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { createPipeline, findPipeline, listPipelines, removePipeline, updatePipeline } from '../store.ts'
import { Pipeline } from './shape.ts'
import { pipelineColumnsV2 } from './wire.ts'

const writable = {
  is_deal_probability_enabled: optional(Type.Boolean()),
  order_nr: optional(Type.Integer({ minimum: 1 })),
}

const pipeline = oneAtATime(Pipeline, onePipeline)

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
  cost: 1,
  ...pipeline.get,
})

const addPipeline = v2({
  route: 'POST /pipelines',
  summary: 'Add a pipeline',
  scopes: ['admin'],
  rights: ['sales_admin'],
  cost: 5,
  ...pipeline.add({ name: NameText, ...writable }, createPipeline),
})

const updatePipelineV2 = v2({
  route: 'PATCH /pipelines/{id}',
  summary: 'Update a pipeline',
  scopes: ['admin'],
  rights: ['sales_admin'],
  cost: 5,
  ...pipeline.change({ name: optional(NameText), ...writable }, updatePipeline),
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
