import { failure } from '@portico/kit/api/failure'
import { json, withFields } from '@portico/kit/api/json'
import { Id, NameText, nullable, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { deletingOne, deletingSeveral } from '../../../base/records/deleting.ts'
import { oneAtATime } from '../../../base/records/oneAtATime.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { PipelineDealsSummary, summaryBeside } from '../../pipelines/v1/dealsSummary.ts'
import { createStage, findStageWire, removeStage, type StageInput, stagesByOffset, updateStage } from '../store.ts'
import { StageV1 } from './shape.ts'
import { stageColumnsV1 } from './wire.ts'

/** The older v1 calls on stages. */

const params = { id: Id }
const writable = {
  deal_probability: optional(Type.Integer({ minimum: 0, maximum: 100 })),
  rotten_flag: optional(Type.Boolean()),
  rotten_days: optional(nullable(Type.Integer({ minimum: 1, maximum: 10_000 }))),
}

const stage = oneAtATime(StageV1, oneStage)

const getStages = v1({
  route: 'GET /stages',
  summary: 'Get all stages',
  scopes: ['deals:read', 'deals:full', 'admin'],
  query: { pipeline_id: optional(Id), ...offsetQuery },
  reply: nullable(Type.Array(StageV1)),
  beside: pagination,
  cost: 10,
  async run({ query }, crm) {
    const page = pageOf(query)
    const texts = await stagesByOffset(crm, stageColumnsV1, query.pipeline_id, { ...page, limit: page.limit + 1 })
    return offsetPage<StageV1>(texts, page)
  },
})

const StageDetails = Type.Object({ ...StageV1.properties, deals_summary: optional(PipelineDealsSummary) })

const getStage = v1({
  route: 'GET /stages/{id}',
  summary: 'Get one stage with a summary of its open deals',
  scopes: ['deals:read', 'deals:full', 'admin'],
  params,
  query: { everyone: optional(Type.Integer({ minimum: 0, maximum: 1 })) },
  reply: StageDetails,
  cost: 2,
  async run({ params, query }, crm) {
    const row = await findStageWire(crm, params.id, stageColumnsV1)
    if (!row) throw failure('missing', 'Stage not found')
    const owner = query.everyone ? sql`true` : sql`d.owner_id = ${crm.actor.userId}`
    const summary = await summaryBeside(crm, sql`d.stage_id = ${params.id} and ${owner}`)
    return json<Static<typeof StageDetails>>(withFields(row.wire, summary))
  },
})

const addStage = v1({
  route: 'POST /stages',
  summary: 'Add a stage to a pipeline',
  scopes: ['admin'],
  rights: ['sales_admin'],
  cost: 10,
  ...stage.add({ name: NameText, pipeline_id: Id, ...writable }, (crm, body) =>
    createStage(crm, { ...inputOf(body), pipeline_id: body.pipeline_id }),
  ),
})

const updateStageV1 = v1({
  route: 'PUT /stages/{id}',
  summary: 'Update a stage',
  scopes: ['admin'],
  rights: ['sales_admin'],
  cost: 10,
  ...stage.change(
    {
      name: optional(NameText),
      pipeline_id: optional(Id),
      ...writable,
      order_nr: optional(Type.Integer({ minimum: 0 })),
    },
    (crm, id, body) =>
      updateStage(crm, id, { ...inputOf(body), pipeline_id: body.pipeline_id, order_nr: body.order_nr }),
  ),
})

const deleteStage = v1({
  route: 'DELETE /stages/{id}',
  summary: 'Delete a stage; its deals stay',
  scopes: ['admin'],
  rights: ['sales_admin'],
  cost: 6,
  ...deletingOne(removeStage),
})

const deleteStages = v1({
  route: 'DELETE /stages',
  summary: 'Delete several stages; all of them or none',
  scopes: ['admin'],
  rights: ['sales_admin'],
  cost: 10,
  ...deletingSeveral(removeStage),
})

function inputOf(body: {
  name?: string
  deal_probability?: number
  rotten_flag?: boolean
  rotten_days?: number | null
}): StageInput {
  return {
    name: body.name,
    deal_probability: body.deal_probability,
    is_deal_rot_enabled: body.rotten_flag,
    days_to_rotten: body.rotten_days,
  }
}

async function oneStage(crm: Crm, id: number) {
  return oneRecord<StageV1>(await findStageWire(crm, id, stageColumnsV1), 'Stage')
}

export const stagesV1 = [getStages, getStage, addStage, updateStageV1, deleteStage, deleteStages]
