export type Interval = 'day' | 'week' | 'month' | 'quarter'

/** First day of an interval and of the one after it. */
export function boundsOf(start: string, interval: Interval, at: number): [string, string] {
  return [later(start, interval, at), later(start, interval, at + 1)]
}

function later(start: string, interval: Interval, count: number): string {
  const day = new Date(`${start}T00:00:00Z`)
  if (interval === 'day') day.setUTCDate(day.getUTCDate() + count)
  if (interval === 'week') day.setUTCDate(day.getUTCDate() + 7 * count)
  if (interval === 'month') return monthsLater(day, count)
  if (interval === 'quarter') return monthsLater(day, 3 * count)
  return day.toISOString().slice(0, 10)
}

/** The same day some months later, or the last of that month when it has no such day. */
function monthsLater(start: Date, count: number): string {
  const last = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count + 1, 0))
  last.setUTCDate(Math.min(last.getUTCDate(), start.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

export function dayBefore(day: string): string {
  return later(day, 'day', -1)
}
