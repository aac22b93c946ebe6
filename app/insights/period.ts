import { isMonth, monthAfter } from '../board/months.ts'

/** Whole months, one after the other. */
export interface Months {
  from: string
  months: number
}

/** Months named by their distance from this one, so that a shared address goes on with time. */
export const PERIODS = {
  'this-month': { label: 'This month', of: month => ({ from: month, months: 1 }) },
  'this-quarter': { label: 'This quarter', of: month => ({ from: monthAfter(month, -(nrOf(month) % 3)), months: 3 }) },
  'last-3-months': { label: 'Last 3 months', of: month => lately(month, 3) },
  'last-6-months': { label: 'Last 6 months', of: month => lately(month, 6) },
  'last-12-months': { label: 'Last 12 months', of: month => lately(month, 12) },
  'this-year': { label: 'This year', of: month => ({ from: monthAfter(month, -nrOf(month)), months: 12 }) },
  'last-year': { label: 'Last year', of: month => ({ from: monthAfter(month, -nrOf(month) - 12), months: 12 }) },
  'last-24-months': { label: 'Last 24 months', of: month => lately(month, 24) },
} as const satisfies Record<string, { label: string; of: (month: string) => Months }>

export type PeriodName = keyof typeof PERIODS
export const USUAL_PERIOD: PeriodName = 'last-12-months'
/** As many as the server counts at once. */
export const MOST_MONTHS = 36
export const MONTHS_AHEAD = 6

/** What an address says: a name, or `2026-01..2026-06`. Whatever else it says is the usual period. */
export function parsePeriod(text: string | null, thisMonth: string): Months {
  const [from = null, until = null] = text?.split('..') ?? []
  if (isMonth(from) && isMonth(until)) {
    const months = countMonths(from, until)
    if (months >= 1 && months <= MOST_MONTHS) return { from, months }
  }
  return PERIODS[isPeriodName(text) ? text : USUAL_PERIOD].of(thisMonth)
}

export function isPeriodName(text: string | null): text is PeriodName {
  return text !== null && Object.hasOwn(PERIODS, text)
}

/** The same months as an address, for those who choose their own. */
export function writePeriod({ from, months }: Months): string {
  return `${from}..${monthAfter(from, months - 1)}`
}

export function countMonths(from: string, until: string): number {
  const counted = (month: string) => Number(month.slice(0, 4)) * 12 + nrOf(month)
  return counted(until) - counted(from) + 1
}

function lately(month: string, months: number): Months {
  return { from: monthAfter(month, 1 - months), months }
}

/** From 0 for January. */
function nrOf(month: string): number {
  return Number(month.slice(5)) - 1
}
