import { mayDo } from '../../../base/access/mayDo.ts'
import type { Crm } from '../../../base/api/context.ts'
import { addUp, notConverted } from '../../../company/currencies/convertCurrency.ts'
import type { DealSum } from '../../deals/sumsStore.ts'
import type { Measure, Report, ReportRow } from './shape.ts'

/** A row whose figures are named by their measures. */
export interface FiguresRow extends Omit<ReportRow, 'values'> {
  figures: Readonly<Record<string, number | null>>
}

interface Figures {
  currency: string
  measures: readonly Measure[]
  rows: readonly FiguresRow[]
  total: number
  /** What the money in it was added up from, to say what it leaves out. */
  sums?: readonly DealSum[]
}

/** The table that is sent. Those who may not see sums of deals get it without the money. */
export function reportOf({ actor }: Crm, { currency, measures, rows, total, sums = [] }: Figures): Report {
  const seesSums = mayDo(actor, 'can_see_deals_list_summary')
  const shown = measures.filter(({ unit }) => seesSums || unit !== 'money')
  return {
    currency,
    measures: shown,
    rows: rows.map(({ figures, ...row }) => ({ ...row, values: shown.map(({ key }) => figures[key] ?? null) })),
    total,
    ...(seesSums && notConverted(sums, sum => sum.converted !== null)),
  }
}

export function countOf(sums: readonly { count: number }[]): number {
  return sums.reduce((count, sum) => count + sum.count, 0)
}

export function worthOf(sums: readonly DealSum[]): number {
  return addUp(sums.map(sum => sum.converted))
}

export function weightedOf(sums: readonly DealSum[]): number {
  return addUp(sums.map(sum => sum.weighted_converted))
}

/** With one decimal; null of nothing. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10
}

export function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): [key: string, items: T[]][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups]
}
