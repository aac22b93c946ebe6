import type { Crm } from '../../../base/api/context.ts'
import { requireStatisticsOf } from '../../deals/statisticsAccess.ts'
import { type DoneActivities, sumDoneActivities } from './activitiesStore.ts'
import type { Chosen } from './chosen.ts'
import { countOf, type FiguresRow, groupedBy, reportOf } from './figures.ts'
import type { Measure, Report } from './shape.ts'

const DONE: Measure = { key: 'count', label: 'Done', unit: 'count' }
/** Types with a column of their own in the table; people with a bar. */
const MOST_TYPES = 8
const MOST_PEOPLE = 30

/** Which activities were done? */
export async function activitiesByType(crm: Crm, chosen: Chosen): Promise<Report> {
  const done = await sumDoneActivities(crm, chosen)
  const rows = byCount(done, sum => sum.type).map(({ key, sums }) => ({
    key,
    label: sums[0]?.type_name ?? key,
    figures: { count: countOf(sums) },
    deals: null,
  }))
  return reportOf(crm, { currency: crm.actor.defaultCurrency, measures: [DONE], rows, total: countOf(done) })
}

/** Who did how much, and of what? */
export async function activitiesByPerson(crm: Crm, chosen: Chosen): Promise<Report> {
  requireStatisticsOf(crm, chosen.user_id ?? 'team')
  const done = await sumDoneActivities(crm, chosen)
  const types = byCount(done, sum => sum.type).slice(0, MOST_TYPES)
  const ofTypes = types.map(
    ({ key, sums }): Measure => ({ key: `type ${key}`, label: sums[0]?.type_name ?? key, unit: 'count' }),
  )
  const people = byCount(done, sum => String(sum.owner_id))
  const figuresOf = (sums: readonly DoneActivities[]) => ({
    count: countOf(sums),
    ...Object.fromEntries(types.map(({ key }) => [`type ${key}`, countOf(sums.filter(sum => sum.type === key))])),
  })
  const rows: FiguresRow[] = people
    .slice(0, MOST_PEOPLE)
    .map(({ key, sums }) => ({ key, label: null, figures: figuresOf(sums), deals: null }))
  const rest = people.slice(MOST_PEOPLE).flatMap(({ sums }) => sums)
  if (rest.length > 0) rows.push({ key: 'other', label: 'Others', figures: figuresOf(rest), deals: null })
  const measures = [DONE, ...ofTypes]
  return reportOf(crm, { currency: crm.actor.defaultCurrency, measures, rows, total: countOf(done) })
}

/** Grouped, the largest group first. */
function byCount(done: readonly DoneActivities[], keyOf: (sum: DoneActivities) => string) {
  return groupedBy(done, keyOf)
    .map(([key, sums]) => ({ key, sums }))
    .toSorted((a, b) => countOf(b.sums) - countOf(a.sums) || a.key.localeCompare(b.key))
}
