import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import { pipelines, stages } from '../store/company.ts'

/** Which deals a board shows, and in which order. */
export interface Chosen {
  pipelineId: number
  ownerId: number | undefined
  filterId: number | undefined
  sort: string
}

export function chosenQuery({ ownerId, filterId, sort }: Chosen): string {
  const query = new URLSearchParams({ sort })
  if (ownerId) query.set('owner_id', String(ownerId))
  if (filterId) query.set('filter_id', String(filterId))
  return query.toString()
}

/** Its own, else that of the stage where the pipeline counts it. */
export function probabilityIn(card: BoardCard, stageId: number): number {
  if (card.probability !== null) return card.probability
  const stage = stages.value.find(each => each.id === stageId)
  const pipeline = pipelines.value.find(each => each.id === stage?.pipeline_id)
  return pipeline?.is_deal_probability_enabled ? (stage?.deal_probability ?? 100) : 100
}
