import type { Board, BoardCard } from '@portico/crm/sales/deals/app/board'
import { call } from '../api/call.ts'
import { stages, stagesOf } from '../store/company.ts'
import { type Chosen, chosenQuery, probabilityIn } from './chosen.ts'
import { DEAL_CARDS } from './dealCards.tsx'
import type { BoardLayout, BoardPlace } from './layout.ts'

/** A column for each stage of a pipeline. */
export function stageLayout(chosen: Chosen): BoardLayout {
  const query = chosenQuery(chosen)
  return {
    kind: DEAL_CARDS,
    name: `stages of ${chosen.pipelineId}`,
    async read(limit) {
      const { data } = await call<Board>(`GET /app/api/board?${query}&pipeline_id=${chosen.pipelineId}&limit=${limit}`)
      const columns = data.columns.map(({ stage_id, ...column }) => ({ ...column, key: String(stage_id) }))
      return { currency: data.currency, columns }
    },
    async readCards(key, start, limit) {
      const page = `stage_id=${key}&start=${start}&limit=${limit}`
      return (await call<BoardCard[]>(`GET /app/api/board/cards?${query}&${page}`)).data
    },
    keyOf: (card: BoardCard) => String(card.stage_id),
    moved: (card: BoardCard, key) => ({ ...card, stage_id: Number(key) }),
    change(key) {
      const stage = stages.value.find(each => each.id === Number(key))
      return { fields: { stage_id: Number(key) }, words: `to ${stage?.name ?? 'another stage'}` }
    },
    probabilityOf: (card: BoardCard, key) => probabilityIn(card, Number(key)),
  }
}

export function stagePlaces(pipelineId: number): BoardPlace[] {
  return stagesOf(pipelineId).map(({ id, name }) => ({ key: String(id), title: name, fields: { stage_id: id } }))
}
