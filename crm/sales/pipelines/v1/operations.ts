import { answer } from '@portico/kit/api/answer'
import { failure } from '@portico/kit/api/failure'
import { json, withFields } from '@portico/kit/api/json'
import { Id, NameText, optional } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { cursorPage, keyset } from '../../../base/lists/cursor.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { oneAtATime } from '../../../base/records/oneAtATime.ts'
import { oneRecord } from '../../../base/records/version.ts'
import {
  createPipeline,
  findPipeline,
  listPipelines,
  type PipelineInput,
  removePipeline,
  updatePipeline,
} from '../store.ts'
import { PipelineDealsSummary, summaryBeside } from './dealsSummary.ts'
import { PipelineV1 } from './shape.ts'
import { pipelineColumnsV1 } from './wire.ts'

/** The older v1 calls on pipelines. */

const params = { id: Id }
const Flag = optional(Type.Integer({ minimum: 0, maximum: 1 }))
const writable = { deal_probability: Flag, order_nr: optional(Type.Integer({ minimum: 0 })), active: Flag }

const pipeline = oneAtATime(PipelineV1, onePipeline)

const getPipelines = v1({
  route: 'GET /pipelines',
  summary: 'Get all pipelines',
  scopes: ['deals:read', 'deals:full', 'admin'],
  reply: Type.Array(PipelineV1),
  cost: 10,
  async run(_, crm) {
    const inOrder = keyset({ column: 'order_nr', type: 'integer', direction: 'asc' }, undefined, 'p')
    const all = cursorPage<PipelineV1>(await listPipelines(crm, pipelineColumnsV1, inOrder, MOST), MOST)
    return answer(all.data)
  },
})

/** v1 lists pipelines without paging; nobody has more. */
const MOST = 1_000

const PipelineDetails = Type.Object({ ...PipelineV1.properties, deals_summary: optional(PipelineDealsSummary) })

const getPipeline = v1({
  route: 'GET /pipelines/{id}',
  summary: 'Get one pipeline with a summary of its open deals',
  scopes: ['deals:read', 'deals:full', 'admin'],
  params,
  query: { totals_convert_currency: optional(Type.String()) },
  reply: PipelineDetails,
  cost: 2,
  async run({ params, query }, crm) {
    const row = await findPipeline(crm, params.id, pipelineColumnsV1)
    if (!row) throw failure('missing', 'Pipeline not found')
    const summary = await summaryBeside(crm, sql`d.pipeline_id = ${params.id}`, query.totals_convert_currency)
    return json<Static<typeof PipelineDetails>>(withFields(row.wire, summary))
  },
})

const addPipeline = v1({
  route: 'POST /pipelines',
  summary: 'Add a pipeline',
  scopes: ['admin'],
  rights: ['sales_admin'],
  cost: 10,
  ...pipeline.add({ name: NameText, ...writable }, (crm, body) => createPipeline(crm, inputOf(body))),
})

const updatePipelineV1 = v1({
  route: 'PUT /pipelines/{id}',
  summary: 'Update a pipeline',
  scopes: ['admin'],
  rights: ['sales_admin'],
  cost: 10,
  ...pipeline.change({ name: optional(NameText), ...writable }, (crm, id, body) =>
    updatePipeline(crm, id, inputOf(body)),
  ),
})

const deletePipeline = v1({
  route: 'DELETE /pipelines/{id}',
  summary: 'Delete a pipeline with its stages; its deals stay',
  scopes: ['admin'],
  rights: ['sales_admin'],
  cost: 6,
  ...deletingOne(removePipeline),
})

/** v1 writes flags as 0 and 1; a pipeline that is not active is a deleted one. */
function inputOf(body: {
  name?: string
  deal_probability?: number
  order_nr?: number
  active?: number
}): PipelineInput {
  return {
    name: body.name,
    is_deal_probability_enabled: body.deal_probability === undefined ? undefined : body.deal_probability === 1,
    order_nr: body.order_nr,
    is_deleted: body.active === undefined ? undefined : body.active === 0,
  }
}

async function onePipeline(crm: Crm, id: number) {
  return oneRecord<PipelineV1>(await findPipeline(crm, id, pipelineColumnsV1), 'Pipeline')
}

export const pipelinesV1 = [getPipelines, getPipeline, addPipeline, updatePipelineV1, deletePipeline]
