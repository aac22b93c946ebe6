import { fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import { stageIds } from '../../pipelines/v1/statisticsStore.ts'
import { type Chosen, chosenDeals, daysOf, dealsOf, type Wanted, within } from './chosen.ts'
import { percent, reportOf } from './figures.ts'
import type { Measure, Report } from './shape.ts'
import { furthestStages, timesInStages } from './stagesStore.ts'

/** Of one pipeline: stages of two have no common order. */
export type InPipeline = Chosen & { pipeline_id: number }

const CONVERSION: readonly Measure[] = [
  { key: 'count', label: 'Deals', unit: 'count' },
  { key: 'ofAll', label: 'Of all', unit: 'percent' },
  { key: 'ofBefore', label: 'Of the step before', unit: 'percent' },
]

/**
 * Of the deals that were added in the period, how many got as far as each stage, or further? A deal that was won has
 * passed them all.
 */
export async function conversion(crm: Crm, chosen: InPipeline): Promise<Report> {
  const stages = await stageIds(crm, chosen.pipeline_id)
  const furthest = await furthestStages(crm, addedDeals(crm, chosen), chosen, stages)
  const total = furthest.reduce((count, each) => count + each.count, 0)
  const gotTo = (nr: number) =>
    furthest.reduce((count, each) => count + (each.is_won || each.nr >= nr ? each.count : 0), 0)
  const counts = [...stages.map((_, at) => gotTo(at + 1)), gotTo(Number.POSITIVE_INFINITY)]
  const rows = counts.map((count, at) => ({
    key: String(stages[at] ?? 'won'),
    label: null,
    figures: { count, ofAll: percent(count, total), ofBefore: percent(count, counts[at - 1] ?? total) },
    deals: dealsOf(chosen, daysOf('add_time', chosen.days), [
      ...stages.slice(at).map((id): Wanted => ['stage_id', 'has_been', id]),
      ['status', '=', 'won'],
    ]),
  }))
  return reportOf(crm, { currency: crm.actor.defaultCurrency, measures: CONVERSION, rows, total })
}

const TIMES: readonly Measure[] = [
  { key: 'average', label: 'Average days', unit: 'days' },
  { key: 'median', label: 'Median days', unit: 'days' },
  { key: 'count', label: 'Deals', unit: 'count' },
]

/** How long were the deals that were added in the period in each stage, until they left it, were closed, or until now? */
export async function timeInStage(crm: Crm, chosen: InPipeline): Promise<Report> {
  const stages = await stageIds(crm, chosen.pipeline_id)
  const times = await timesInStages(crm, addedDeals(crm, chosen), chosen)
  const byStage = new Map(times.map(time => [time.stage_id, time]))
  const rows = stages.map(id => {
    const { count = 0, average = null, median = null } = byStage.get(id) ?? {}
    return {
      key: String(id),
      label: null,
      figures: { average, median, count },
      deals: dealsOf(chosen, [...daysOf('add_time', chosen.days), ['stage_id', 'has_been', id]]),
    }
  })
  const total = times.reduce((most, time) => Math.max(most, time.count), 0)
  return reportOf(crm, { currency: crm.actor.defaultCurrency, measures: TIMES, rows, total })
}

function addedDeals(crm: Crm, chosen: InPipeline) {
  return sql`${chosenDeals(crm, chosen)} and ${within(sql`d.add_time`, chosen.days)}`
}
