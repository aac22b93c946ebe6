/** Months as `2026-11`: they are compared and sorted as texts. Far from both ends of the calendar, as `CountedDay` is. */
export const MONTH = '^[12][0-9]{3}-(0[1-9]|1[0-2])$'

export function monthAfter(month: string, months: number): string {
  const [year = 0, nr = 1] = month.split('-').map(Number)
  const counted = year * 12 + nr - 1 + months
  return `${String(Math.floor(counted / 12)).padStart(4, '0')}-${String((counted % 12) + 1).padStart(2, '0')}`
}

export function firstDayOf(month: string): string {
  return `${month}-01`
}

export function monthsFrom(month: string, count: number): string[] {
  return Array.from({ length: count }, (_, nr) => monthAfter(month, nr))
}

/** The first days of the months from one to another, the last included. */
export function firstDaysBetween(first: string, end: string): string[] {
  const days: string[] = []
  for (let month = first.slice(0, 7); firstDayOf(month) <= end; month = monthAfter(month, 1))
    days.push(firstDayOf(month))
  return days
}

/** Columns of a forecast: deals whose day has passed, each month, and deals without a day. */
export function forecastColumns(from: string, months: number): string[] {
  return ['earlier', ...monthsFrom(from, months), 'none']
}
