import { Id, NameText, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v2 } from '../../../base/api/operation.ts'
import { cursorPage, cursorQuery, keyset, nextCursor, orderOf, sortQuery } from '../../../base/lists/cursor.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { oneAtATime } from '../../../base/records/oneAtATime.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { createStage, findStageWire, listStages, removeStage, updateStage } from '../store.ts'
import { Stage } from './shape.ts'
import { stageColumnsV2 } from './wire.ts'

const writable = {
  deal_probability: optional(Type.Integer({ minimum: 0, maximum: 100 })),
  is_deal_rot_enabled: optional(Type.Boolean()),
  days_to_rotten: optional(nullable(Type.Integer({ minimum: 1, maximum: 10_000 }))),
  order_nr: optional(Type.Integer({ minimum: 1 })),
}

const stage = oneAtATime(Stage, oneStage)

const getStages = v2({
  route: 'GET /stages',
  summary: 'Get all stages',
  scopes: ['deals:read', 'deals:full', 'admin'],
  query: {
    pipeline_id: optional(Id),
    ...sortQuery,
    sort_by: optional(oneOf(['id', 'update_time', 'add_time', 'order_nr'], { default: 'id' })),
    ...cursorQuery,
  },
  reply: Type.Array(Stage),
  beside: nextCursor,
  cost: 5,
  async run({ query }, crm) {
    const { limit = 100, cursor } = query
    const page = keyset(orderOf(query), cursor, 's')
    return cursorPage<Stage>(await listStages(crm, stageColumnsV2, query.pipeline_id, page, limit), limit)
  },
})

const getStage = v2({
  route: 'GET /stages/{id}',
  summary: 'Get one stage',
  scopes: ['deals:read', 'deals:full', 'admin'],
  cost: 1,
  ...stage.get,
})

const addStage = v2({
  route: 'POST /stages',
  summary: 'Add a stage to a pipeline',
  scopes: ['admin'],
  rights: ['sales_admin'],
  cost: 5,
  ...stage.add({ name: NameText, pipeline_id: Id, ...writable }, createStage),
})

const updateStageV2 = v2({
  route: 'PATCH /stages/{id}',
  summary: 'Update a stage',
  scopes: ['admin'],
  rights: ['sales_admin'],
  cost: 5,
  ...stage.change({ name: optional(NameText), pipeline_id: optional(Id), ...writable }, updateStage),
})

const deleteStage = v2({
  route: 'DELETE /stages/{id}',
  summary: 'Delete a stage; its deals stay',
  scopes: ['admin'],
  rights: ['sales_admin'],
  cost: 3,
  ...deletingOne(removeStage),
})

async function oneStage(crm: Crm, id: number) {
  return oneRecord<Stage>(await findStageWire(crm, id, stageColumnsV2), 'Stage')
}

export const stages = [getStages, getStage, addStage, updateStageV2, deleteStage]
