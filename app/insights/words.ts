import type { Measure, Report, ReportRow } from '@portico/crm/sales/insights/app/shape'
import { monthName } from '../board/months.ts'
import { money } from '../parts/money.ts'
import { session, stages, userName } from '../store/company.ts'
import type { ReportFacts } from './reports.ts'
import { teamName } from './teams.ts'

export function rowName({ keys }: ReportFacts, { key, label }: ReportRow): string {
  if (label !== null) return label
  if (keys === 'user') return userName(Number(key))
  if (keys === 'stage') return key === 'won' ? 'Won' : (stages.value.find(({ id }) => String(id) === key)?.name ?? key)
  if (key === 'earlier') return 'Overdue'
  return key === 'none' ? 'No date' : monthName(key)
}

const shortMonth = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' })

/** Below a column: `Nov`, in January with the year. */
export function shortName(report: ReportFacts, row: ReportRow): string {
  if (report.keys !== 'month' || !/^\d/.test(row.key)) return rowName(report, row)
  const name = shortMonth.format(new Date(`${row.key}-01T00:00:00Z`))
  return row.key.endsWith('-01') ? `${name} ’${row.key.slice(2, 4)}` : name
}

/** A figure as people write it; `short` where many stand side by side. */
export function figure(value: number | null, measure: Measure, report: Report, row?: ReportRow, short = false): string {
  if (value === null) return '–'
  const currency = measure.unit === 'money' ? report.currency : measure.unit === 'amount' ? row?.currency : undefined
  if (currency) return short ? shortMoney(value, currency) : money(value, currency)
  if (measure.unit === 'percent') return `${number(value)} %`
  if (measure.unit === 'days') return short ? `${number(value)} d` : number(value)
  return number(value)
}

function number(value: number): string {
  return value.toLocaleString()
}

/** `$1.2M`, `€300`. */
function shortMoney(value: number, currency: string): string {
  if (Math.abs(value) < 1_000) return money(Math.round(value), currency)
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency, notation: 'compact' }).format(value)
  } catch {
    return new Intl.NumberFormat(undefined, { notation: 'compact' }).format(value)
  }
}

/** Whose goal it is, for which days, and whether it is on pace. */
export function goalWords({ goal, values }: ReportRow): string {
  if (!goal) return ''
  const [reached = 0, pace = 0] = values
  const whose =
    goal.assignee_type === 'company'
      ? 'Everyone'
      : goal.assignee_type === 'team'
        ? teamName(goal.assignee_id)
        : goal.assignee_id === session.value.user.id
          ? 'You'
          : userName(goal.assignee_id)
  const state = (reached ?? 0) >= 100 ? 'reached' : (reached ?? 0) >= (pace ?? 0) ? 'on pace' : 'behind pace'
  return `${whose} · ${INTERVALS[goal.interval] ?? goal.interval} · ${state}`
}

const INTERVALS: Readonly<Record<string, string>> = {
  weekly: 'this week',
  monthly: 'this month',
  quarterly: 'this quarter',
  yearly: 'this year',
}

/** What a report comes to as a whole. */
export function headline({ name, keys }: ReportFacts, report: Report): string {
  if (name === 'conversion') return `${figure(report.rows.at(-1)?.values[1] ?? null, PERCENT, report)} won`
  if (keys === 'goal' || name === 'time-in-stage') return ''
  const sums = report.measures.slice(0, report.measures[0]?.key === 'count' ? 2 : 1).flatMap(measure => {
    if (measure.key.startsWith('type ')) return []
    const at = report.measures.indexOf(measure)
    const sum = report.rows.reduce((whole, row) => whole + (row.values[at] ?? 0), 0)
    const words = figure(Math.round(sum), measure, report)
    const noun = sum === 1 ? measure.label.replace(/s$/, '') : measure.label
    return [measure.unit === 'money' && name !== 'forecast' ? words : `${words} ${noun.toLowerCase()}`]
  })
  return sums.join(' · ')
}

const PERCENT: Measure = { key: 'share', label: '', unit: 'percent' }
