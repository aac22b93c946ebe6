import { failure } from '@portico/kit/api/failure'
import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { removePipeline } from '../../pipelines/store.ts'
import { findStage } from '../findStage.ts'
import { removeStage } from '../store.ts'
import { countDealsByStage, countDealsIn, lockStages, moveDeals, stageIdsOf } from './removalStore.ts'

const StageDeals = Type.Object({
  stage_id: Type.Integer(),
  open: Type.Integer(),
  closed: Type.Integer({ description: 'Won or lost' }),
})
export type StageDeals = Static<typeof StageDeals>

const getStageDeals = app({
  route: 'GET /stageDeals',
  summary: 'Get how many deals are in each stage, for whoever sets up pipelines',
  rights: ['sales_admin'],
  reply: Type.Array(StageDeals),
  cost: 20,
  run: (_, crm) => countDealsByStage(crm),
})

const Removed = Type.Object({
  id: Type.Integer(),
  stage_id: nullable(Type.Integer()),
  moved: Type.Integer({ description: 'Deals that went there' }),
})
const body = { stage_id: optional(Id) }

const removeStageWithDeals = app({
  route: 'POST /stages/{id}/removal',
  summary: 'Delete a stage, and move its deals to the stage that is named; both or neither',
  rights: ['sales_admin'],
  params: { id: Id },
  body,
  reply: Removed,
  cost: 20,
  async run({ params: { id }, body: { stage_id } }, crm) {
    const moved = await emptyStages(crm, [id], stage_id)
    await removeStage(crm, id)
    return { id, stage_id: stage_id ?? null, moved }
  },
})

const removePipelineWithDeals = app({
  route: 'POST /pipelines/{id}/removal',
  summary: 'Delete a pipeline with its stages, and move its deals to the stage that is named; both or neither',
  rights: ['sales_admin'],
  params: { id: Id },
  body,
  reply: Removed,
  cost: 20,
  async run({ params: { id }, body: { stage_id } }, crm) {
    const moved = await emptyStages(crm, await stageIdsOf(crm, id), stage_id)
    await removePipeline(crm, id)
    return { id, stage_id: stage_id ?? null, moved }
  },
})

/** Refuses to leave deals behind in what is about to be deleted. */
async function emptyStages(crm: Crm, ids: readonly number[], target: number | undefined): Promise<number> {
  if (target !== undefined && ids.includes(target))
    throw failure('invalid', 'stage_id names a stage that is about to be deleted: name another one', {
      field: 'stage_id',
    })
  const locked = await lockStages(crm, target === undefined ? ids : [...ids, target])
  if (target === undefined) {
    const left = await countDealsIn(crm, ids)
    if (left > 0)
      throw failure('conflict', `${left} deals are in it: send stage_id, the stage they go to`, { field: 'stage_id' })
    return 0
  }
  const to = await findStage(crm, { stage_id: target })
  if (!locked.includes(to.id))
    throw failure('invalid', `stage_id ${target} is deleted: name another stage`, { field: 'stage_id' })
  return moveDeals(crm, ids, to)
}

export const stageRemoval = [getStageDeals, removeStageWithDeals, removePipelineWithDeals]
