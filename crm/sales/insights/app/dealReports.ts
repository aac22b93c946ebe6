import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { mayDo } from '../../../base/access/mayDo.ts'
import type { Crm } from '../../../base/api/context.ts'
import { targetCurrency } from '../../../company/currencies/targetStore.ts'
import { sumByMonth } from '../../deals/app/forecastStore.ts'
import { firstDaysBetween, forecastColumns } from '../../deals/app/months.ts'
import { requireStatisticsOf } from '../../deals/statisticsAccess.ts'
import { type DealSum, sumDealsBy } from '../../deals/sumsStore.ts'
import { type Chosen, chosenDeals, daysOf, daysOfMonth, dealsOf, type Wanted, within } from './chosen.ts'
import { countOf, type FiguresRow, groupedBy, reportOf, weightedOf, worthOf } from './figures.ts'
import { frequentReasons } from './reasonsStore.ts'
import type { Measure, Report } from './shape.ts'

const DEALS: Measure = { key: 'count', label: 'Deals', unit: 'count' }
const VALUE: Measure = { key: 'value', label: 'Value', unit: 'money' }

const figuresOf = (sums: readonly DealSum[]) => ({ count: countOf(sums), value: worthOf(sums) })

/** How much was won in each month? */
export function dealsWon(crm: Crm, chosen: Chosen): Promise<Report> {
  return byMonth(crm, chosen, 'won_time', 'won')
}

/** How many deals were added in each month, whatever became of them? */
export function dealsAdded(crm: Crm, chosen: Chosen): Promise<Report> {
  return byMonth(crm, chosen, 'add_time')
}

async function byMonth(crm: Crm, chosen: Chosen, code: 'won_time' | 'add_time', status?: string): Promise<Report> {
  const column = sql`d.${sql(code)}`
  const target = await targetCurrency(crm)
  const where = sql`${chosenDeals(crm, chosen)} and ${hasStatus(status)} and ${within(column, chosen.days)}`
  const month = sql`to_char(${column} at time zone 'UTC', 'YYYY-MM')`
  const days = { borders: firstDaysBetween(chosen.days.first, chosen.days.end) }
  const sums = await sumDealsBy(crm, { month }, where, target, { along: code, days })
  const isSo: Wanted[] = status ? [['status', '=', status]] : []
  const rows = chosen.months.map(key => ({
    key,
    label: null,
    figures: figuresOf(sums.filter(sum => sum.month === key)),
    deals: dealsOf(chosen, [...isSo, ...daysOf(code, daysOfMonth(key))]),
  }))
  return reportOf(crm, { currency: target.code, measures: [DEALS, VALUE], rows, total: countOf(sums), sums })
}

function hasStatus(status: string | undefined): Fragment {
  return status ? sql`d.status = ${status}` : sql`true`
}

/** Beyond these the rest is one row: nobody reads a hundred bars. */
const MOST_PEOPLE = 30

/** Who won how much? */
export async function wonByPerson(crm: Crm, chosen: Chosen): Promise<Report> {
  requireStatisticsOf(crm, chosen.user_id ?? 'team')
  const target = await targetCurrency(crm)
  const where = sql`${chosenDeals(crm, chosen)} and d.status = 'won' and ${within(sql`d.won_time`, chosen.days)}`
  const sums = await sumDealsBy(crm, { owner: sql`d.owner_id` }, where, target, {
    along: 'won_time',
    days: { borders: [chosen.days.first, chosen.days.end] },
  })
  const owners = groupedBy(sums, sum => sum.owner ?? '')
    .map(([key, theirs]) => ({ key, theirs, ...figuresOf(theirs) }))
    .toSorted(mayDo(crm.actor, 'can_see_deals_list_summary') ? byValue : byCount)
  const won: Wanted[] = [['status', '=', 'won'], ...daysOf('won_time', chosen.days)]
  const rows: FiguresRow[] = owners.slice(0, MOST_PEOPLE).map(({ key, count, value }) => ({
    key,
    label: null,
    figures: { count, value },
    deals: dealsOf({ ...chosen, team_id: undefined, user_id: Number(key) }, won),
  }))
  const rest = owners.slice(MOST_PEOPLE).flatMap(({ theirs }) => theirs)
  if (rest.length > 0) rows.push({ ...others('Others'), figures: figuresOf(rest) })
  return reportOf(crm, { currency: target.code, measures: [DEALS, VALUE], rows, total: countOf(sums), sums })
}

interface Winner {
  key: string
  count: number
  value: number
}

const byCount = (a: Winner, b: Winner) => b.count - a.count || Number(a.key) - Number(b.key)
/** Not for those who may not see sums: the order would tell. */
const byValue = (a: Winner, b: Winner) => b.value - a.value || byCount(a, b)

const MOST_REASONS = 12
const NO_REASON = 'none'
const OTHER_REASON = 'other'

/** Why were deals lost? */
export async function lostReasons(crm: Crm, chosen: Chosen): Promise<Report> {
  const target = await targetCurrency(crm)
  const where = sql`${chosenDeals(crm, chosen)} and d.status = 'lost' and ${within(sql`d.lost_time`, chosen.days)}`
  const reasons = await frequentReasons(crm, where, MOST_REASONS)
  const reason = sql`case when coalesce(d.lost_reason, '') = '' then ${NO_REASON}
    else coalesce(array_position(${reasons}::text[], d.lost_reason)::text, ${OTHER_REASON}) end`
  const sums = await sumDealsBy(crm, { reason }, where, target)
  const lost: Wanted[] = [['status', '=', 'lost'], ...daysOf('lost_time', chosen.days)]
  const of = (key: string) => figuresOf(sums.filter(sum => sum.reason === key))
  const rows = [
    ...reasons.map((text, nr) => ({
      key: String(nr + 1),
      label: text,
      figures: of(String(nr + 1)),
      deals: dealsOf(chosen, [...lost, ['lost_reason', '=', text]]),
    })),
    { ...others('Other reasons'), figures: of(OTHER_REASON) },
    {
      key: NO_REASON,
      label: 'No reason given',
      figures: of(NO_REASON),
      deals: dealsOf(chosen, [...lost, ['lost_reason', 'IS NULL', null]]),
    },
  ].filter(({ figures }) => figures.count > 0)
  return reportOf(crm, { currency: target.code, measures: [DEALS, VALUE], rows, total: countOf(sums), sums })
}

/** A row of what is too little to have one of its own; no list shows exactly its deals. */
function others(label: string): Omit<FiguresRow, 'figures'> {
  return { key: 'other', label, deals: null }
}

const FORECAST: readonly Measure[] = [
  { key: 'weighted', label: 'Weighted', unit: 'money' },
  { key: 'value', label: 'Open', unit: 'money' },
  { key: 'won', label: 'Won already', unit: 'money' },
  { key: 'count', label: 'Open deals', unit: 'count' },
]

/** What are the open deals expected to bring, by the month they are to close in? */
export async function forecastAhead(crm: Crm, chosen: Chosen): Promise<Report> {
  const target = await targetCurrency(crm)
  const { from, months, days } = chosen
  const sums = await sumByMonth(crm, chosenDeals(crm, chosen), days, target, true)
  const open = sums.filter(sum => sum.status === 'open')
  const rows = forecastColumns(from, months.length).map(key => {
    const here = open.filter(sum => sum.month === key)
    const won = sums.filter(sum => sum.status === 'won' && sum.month === key)
    return {
      key,
      label: null,
      figures: { weighted: weightedOf(here), value: worthOf(here), won: worthOf(won), count: countOf(here) },
      deals: dealsOf(chosen, [['status', '=', 'open'], ...closing(key, days.first)]),
    }
  })
  return reportOf(crm, { currency: target.code, measures: FORECAST, rows, total: countOf(open), sums })
}

function closing(key: string, first: string): Wanted[] {
  if (key === 'none') return [['expected_close_date', 'IS NULL', null]]
  if (key === 'earlier') return [['expected_close_date', '<', first]]
  return daysOf('expected_close_date', daysOfMonth(key))
}
