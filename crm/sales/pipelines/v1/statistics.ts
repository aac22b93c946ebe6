import { failure } from '@portico/kit/api/failure'
import { Id, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { CountedDay } from '../../../base/records/time.ts'
import { byId } from '../../../base/records/v1/relatedObjects.ts'
import { requireStatisticsOf } from '../../deals/statisticsAccess.ts'
import {
  closedCounts,
  type Group as DealGroup,
  type Period,
  type Stays,
  selectGroups,
  stageIds,
  stagePassages,
} from './statisticsStore.ts'

const query = {
  start_date: CountedDay,
  end_date: CountedDay,
  user_id: optional(Id),
}

const getConversionStatistics = v1({
  route: 'GET /pipelines/{id}/conversion_statistics',
  summary: 'Get how many deals went on from stage to stage, and how many were won and lost',
  scopes: ['deals:read', 'deals:full'],
  params: { id: Id },
  query,
  reply: Type.Object({
    stage_conversions: Type.Array(
      Type.Object({ from_stage_id: Type.Integer(), to_stage_id: Type.Integer(), conversion_rate: Type.Integer() }),
    ),
    won_conversion: Type.Integer(),
    lost_conversion: Type.Integer(),
  }),
  cost: 40,
  async run({ params, query }, crm) {
    const period = periodOf(params.id, query, crm)
    const stages = await stageIds(crm, params.id)
    const passages = await stagePassages(crm, period)
    const { won, lost } = await closedCounts(crm, period)
    return {
      stage_conversions: stages.slice(0, -1).map((from, at) => {
        const entered = passages.filter(passage => passage.stage_id === from)
        const later = new Set(stages.slice(at + 1))
        const wentOn = entered.filter(passage => passage.next_stage_id !== null && later.has(passage.next_stage_id))
        return {
          from_stage_id: from,
          to_stage_id: stages[at + 1] ?? from,
          conversion_rate: percent(countOf(wentOn), countOf(entered)),
        }
      }),
      won_conversion: percent(won, won + lost),
      lost_conversion: percent(lost, won + lost),
    }
  },
})

const Group = Type.Object({
  count: Type.Integer(),
  deals_ids: Type.Array(Type.Integer()),
  values: byId('CURRENCY_ID', Type.Number()),
  formatted_values: byId('CURRENCY_ID', Type.String()),
})

const getMovementStatistics = v1({
  route: 'GET /pipelines/{id}/movement_statistics',
  summary: 'Get what moved in a pipeline within a period',
  scopes: ['deals:read', 'deals:full'],
  params: { id: Id },
  query,
  reply: Type.Object({
    movements_between_stages: Type.Object({ count: Type.Integer() }),
    new_deals: Group,
    deals_left_open: Group,
    won_deals: Group,
    lost_deals: Group,
    average_age_in_days: Type.Object({
      across_all_stages: Type.Number(),
      by_stages: Type.Array(Type.Object({ stage_id: Type.Integer(), value: Type.Number() })),
    }),
  }),
  cost: 40,
  async run({ params, query }, crm) {
    const period = periodOf(params.id, query, crm)
    const stages = await stageIds(crm, params.id)
    const passages = await stagePassages(crm, period)
    const { added, open, won, lost } = await selectGroups(crm, period)
    return {
      movements_between_stages: { count: countOf(passages.filter(passage => passage.is_move)) },
      new_deals: inAll(added),
      deals_left_open: inAll(open),
      won_deals: inAll(won),
      lost_deals: inAll(lost),
      average_age_in_days: {
        across_all_stages: averageDays(passages),
        by_stages: stages.map(stage_id => ({
          stage_id,
          value: averageDays(passages.filter(passage => passage.stage_id === stage_id)),
        })),
      },
    }
  },
})

export const pipelineStatistics = [getConversionStatistics, getMovementStatistics]

/** A period of whole days; without a user the caller's own deals are counted. */
function periodOf(
  pipelineId: number,
  given: { start_date: string; end_date: string; user_id?: number },
  crm: Crm,
): Period {
  const { userId } = crm.actor
  requireStatisticsOf(crm, given.user_id ?? userId)
  if (given.end_date < given.start_date)
    throw failure('invalid', 'end_date must not be before start_date', { field: 'end_date' })
  const until = new Date(`${given.end_date}T00:00:00Z`)
  until.setUTCDate(until.getUTCDate() + 1)
  return {
    pipelineId,
    from: new Date(`${given.start_date}T00:00:00Z`),
    until,
    userId: given.user_id ?? userId,
  }
}

/** Deals of all currencies. */
function inAll(groups: readonly DealGroup[]) {
  // There may be a hundred thousand, with which `flatMap` takes twenty times as long.
  const ids = ([] as number[]).concat(...groups.map(group => group.ids))
  return {
    count: ids.length,
    deals_ids: ids,
    values: Object.fromEntries(groups.map(({ currency, value }) => [currency, value])),
    formatted_values: Object.fromEntries(groups.map(({ currency, formatted }) => [currency, formatted])),
  }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole)
}

function countOf(stays: readonly Stays[]): number {
  return stays.reduce((sum, { count }) => sum + count, 0)
}

function averageDays(stays: readonly Stays[]): number {
  const days = stays.reduce((sum, stay) => sum + stay.days, 0)
  return stays.length === 0 ? 0 : Math.round((10 * days) / countOf(stays)) / 10
}
