import { today } from '../parts/days.ts'
import { query, refine } from '../shell/location.ts'
import { mayDo, pipelines, session } from '../store/company.ts'
import { keepViews, views } from '../store/views.ts'
import { MONTHS_AHEAD, type Months, parsePeriod } from './period.ts'
import { REPORTS, type ReportFacts, reportNamed } from './reports.ts'

/** What the figures are about and how they are shown: all of it is in the address. */
export interface Choice {
  userId: number | undefined
  teamId: number | undefined
  pipelineId: number | undefined
  period: Months
  /** Bars show what deals are worth, or how many they are. */
  show: 'value' | 'count'
  /** Names of reports in the order of the screen. */
  charts: readonly string[]
  tables: ReadonlySet<string>
}

export function chosen(): Choice {
  const asked = query.value
  const number = (name: string) => Number(asked.get(name)) || undefined
  const teamId = number('team')
  // Those who may not see figures of everybody see their own.
  const usual = mayDo('can_see_company_wide_statistics') ? undefined : session.value.user.id
  return {
    userId: teamId ? undefined : (number('owner') ?? usual),
    teamId,
    pipelineId: number('pipeline'),
    period: parsePeriod(asked.get('period'), thisMonth()),
    show: asked.get('show') === 'count' ? 'count' : 'value',
    charts: shownCharts(asked.get('charts')?.split(',') ?? views.value.insights?.charts),
    tables: new Set(asked.get('tables')?.split(',')),
  }
}

export function thisMonth(): string {
  return today().slice(0, 7)
}

/** What somebody has arranged before, or what an address says; a report that came since is not shown until it is asked for. */
export function shownCharts(charts: readonly string[] | undefined): readonly string[] {
  const named = charts?.filter(name => reportNamed(name)) ?? []
  return named.length > 0 ? [...new Set(named)] : REPORTS.map(({ name }) => name)
}

/** Kept for the person, and in the address for whoever gets it. */
export function arrange(charts: readonly string[]): void {
  const isUsual = charts.join() === REPORTS.map(({ name }) => name).join()
  keepViews({ insights: isUsual ? null : { charts: [...charts] } })
  refine({ charts: isUsual ? null : charts.join() })
}

export function moveChart(name: string, by: number): void {
  const { charts } = chosen()
  const next = charts.filter(each => each !== name)
  next.splice(Math.max(0, charts.indexOf(name) + by), 0, name)
  arrange(next)
}

export function hideChart(name: string): void {
  const left = chosen().charts.filter(each => each !== name)
  if (left.length > 0) arrange(left)
}

export function toggleTable(name: string): void {
  const tables = new Set(chosen().tables)
  if (!tables.delete(name)) tables.add(name)
  refine({ tables: [...tables].filter(Boolean).join() || null })
}

/** The pipeline of a report that can only be about one. */
export function pipelineOf(report: ReportFacts, { pipelineId }: Choice): number | undefined {
  return pipelineId ?? (report.isOfPipeline ? pipelines.value[0]?.id : undefined)
}

/** What the server is asked for. */
export function figuresPath(report: ReportFacts, choice: Choice): `/${string}` {
  const { from, months } = report.isAhead ? { from: thisMonth(), months: MONTHS_AHEAD } : choice.period
  const asked = new URLSearchParams({ from, months: String(months) })
  const pipelineId = pipelineOf(report, choice)
  if (choice.userId) asked.set('user_id', String(choice.userId))
  if (choice.teamId) asked.set('team_id', String(choice.teamId))
  if (pipelineId) asked.set('pipeline_id', String(pipelineId))
  return `/app/api/insights/${report.name}?${asked}`
}
