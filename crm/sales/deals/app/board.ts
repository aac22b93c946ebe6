import { failure } from '@portico/kit/api/failure'
import { json } from '@portico/kit/api/json'
import { Id, listOf, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import { mayDo } from '../../../base/access/mayDo.ts'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { equal } from '../../../base/lists/conditions.ts'
import { filterCondition } from '../../../base/lists/storedFilter.ts'
import { NextActivity } from '../../../base/records/nextActivity.ts'
import { addUp } from '../../../company/currencies/convertCurrency.ts'
import { targetCurrency } from '../../../company/currencies/targetStore.ts'
import { type OpenDealsSum, sumOpenDeals } from '../../pipelines/openDeals.ts'
import { groupsUnless } from '../sumsStore.ts'
import { BOARD_SORTS, selectCards, selectCardsByStage, selectColumnIds } from './boardStore.ts'

const Time = Type.String()

/** A deal on the board: what its card shows. */
export const BoardCard = Type.Object({
  id: Type.Integer(),
  version: Type.Integer({ description: 'For If-Match' }),
  title: Type.String(),
  value: Type.Number(),
  currency: Type.String(),
  converted: nullable(Type.Number({ description: 'In the currency of the board' })),
  stage_id: Type.Integer(),
  status: Type.String(),
  is_archived: Type.Boolean(),
  owner_id: Type.Integer(),
  person_id: nullable(Type.Integer()),
  person_name: nullable(Type.String()),
  org_id: nullable(Type.Integer()),
  org_name: nullable(Type.String()),
  label_ids: Type.Array(Type.Integer()),
  probability: nullable(Type.Integer()),
  expected_close_date: nullable(Type.String()),
  add_time: Time,
  stage_change_time: Time,
  rotten_time: nullable(Time),
  next_activity: NextActivity,
})
export type BoardCard = Static<typeof BoardCard>

const BoardColumn = Type.Object({
  stage_id: Type.Integer(),
  count: Type.Integer(),
  value: nullable(Type.Number({ description: 'Of all its deals; null for those who may not see sums' })),
  weighted_value: nullable(Type.Number()),
  not_converted: Type.Integer({ description: 'Deals that the sums leave out, because no rate is known' }),
  cards: Type.Array(BoardCard),
})
export type BoardColumn = Static<typeof BoardColumn>

const Board = Type.Object({
  pipeline_id: Type.Integer(),
  currency: Type.String(),
  columns: Type.Array(BoardColumn),
})
export type Board = Static<typeof Board>

const Sort = optional(oneOf(BOARD_SORTS, { default: 'next_activity' }))
export const chosen = { owner_id: optional(Id), filter_id: optional(Id) }

const getBoard = app({
  route: 'GET /board',
  summary: 'Get the open deals of a pipeline by stage: sums of all, and the first cards of each',
  query: {
    pipeline_id: Id,
    ...chosen,
    sort: Sort,
    limit: optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  },
  reply: Board,
  cost: 20,
  async run({ query }, crm) {
    const { pipeline_id, sort = 'next_activity', limit = 50 } = query
    const ids = await selectColumnIds(crm, pipeline_id)
    if (!ids) throw failure('missing', 'Pipeline not found')
    const target = await targetCurrency(crm)
    const where = await wanted(crm, query)
    const summing = groupsUnless(query.filter_id, 'nothing')
    const sums = await sumOpenDeals(crm, sql`d.pipeline_id = ${pipeline_id} and ${where}`, target, summing)
    const cards = await selectCardsByStage(crm, ids, where, target, { sort, start: 0, limit })
    const columns = ids.map(id =>
      columnOf(
        crm,
        id,
        sums.filter(sum => sum.stage_id === id),
        cards.get(id) ?? '[]',
      ),
    )
    return json<Board>(`{"pipeline_id":${pipeline_id},"currency":"${target.code}","columns":[${columns.join(',')}]}`)
  },
})

const getBoardCards = app({
  route: 'GET /board/cards',
  summary: 'Get more cards of one stage of the board, or the cards of some deals wherever they are',
  query: {
    stage_id: optional(Id),
    ids: optional(listOf(Id, { maxItems: 100 })),
    ...chosen,
    sort: Sort,
    start: optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
    limit: optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  },
  reply: Type.Array(BoardCard),
  cost: 10,
  async run({ query }, crm) {
    const target = await targetCurrency(crm)
    if (query.ids) return json<BoardCard[]>(await selectCards(crm, query.ids, target))
    const { stage_id = 0, sort = 'next_activity', start = 0, limit = 50 } = query
    const cards = await selectCardsByStage(crm, [stage_id], await wanted(crm, query), target, { sort, start, limit })
    return json<BoardCard[]>(cards.get(stage_id) ?? '[]')
  },
})

export const board = [getBoard, getBoardCards]

/** Which deals are shown, by owner and stored filter, over `crm.deal d`. */
export async function wanted(
  crm: Crm,
  query: { owner_id?: number | undefined; filter_id?: number | undefined },
): Promise<Fragment> {
  const { owner_id, filter_id } = query
  const byFilter = filter_id ? await filterCondition(crm, 'deals', filter_id, 'd') : sql`true`
  return sql`${equal('d', { owner_id })} and ${byFilter}`
}

function columnOf({ actor }: Crm, stageId: number, sums: readonly OpenDealsSum[], cards: string): string {
  const seesSums = mayDo(actor, 'can_see_deals_list_summary')
  const sum = (amounts: (number | null)[]) => (seesSums ? addUp(amounts) : null)
  const head = {
    stage_id: stageId,
    count: sums.reduce((count, each) => count + each.count, 0),
    value: sum(sums.map(each => each.converted)),
    weighted_value: sum(sums.map(each => each.weighted_converted)),
    not_converted: sums.reduce((count, each) => count + (each.converted === null ? each.count : 0), 0),
  }
  return `${JSON.stringify(head).slice(0, -1)},"cards":${cards}}`
}
