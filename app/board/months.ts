/* A month is a text, `2026-11`, as a day is one. */

export function monthAfter(month: string, months: number): string {
  const [year = 0, nr = 1] = month.split('-').map(Number)
  const counted = year * 12 + nr - 1 + months
  return `${Math.floor(counted / 12)}-${String((counted % 12) + 1).padStart(2, '0')}`
}

export function monthsFrom(month: string, count: number): string[] {
  return Array.from({ length: count }, (_, nr) => monthAfter(month, nr))
}

export function lastDayOf(month: string): string {
  const [year = 0, nr = 1] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year, nr, 0)).getUTCDate()}`
}

/** The column of a forecast that a day belongs to. */
export function monthOf(day: string | null, from: string): string {
  if (!day) return 'none'
  const month = day.slice(0, 7)
  return month < from ? 'earlier' : month
}

const format = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `November 2026`. */
export function monthName(month: string): string {
  return format.format(new Date(`${month}-01T00:00:00Z`))
}

export function isMonth(text: string | null): text is string {
  return text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
}
