/** Months as `2026-11`: they are compared and sorted as texts. */
export const MONTH = '^[0-9]{4}-(0[1-9]|1[0-2])$'

export function monthAfter(month: string, months: number): string {
  const [year = 0, nr = 1] = month.split('-').map(Number)
  const counted = year * 12 + nr - 1 + months
  return `${String(Math.floor(counted / 12)).padStart(4, '0')}-${String((counted % 12) + 1).padStart(2, '0')}`
}

export function firstDayOf(month: string): string {
  return `${month}-01`
}

/** Columns of a forecast: deals whose day has passed, each month, and deals without a day. */
export function forecastColumns(from: string, months: number): string[] {
  return ['earlier', ...Array.from({ length: months }, (_, nr) => monthAfter(from, nr)), 'none']
}
