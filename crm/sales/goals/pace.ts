import type { GoalValues, Interval, Period } from './rules.ts'

/** The week, month, quarter or year that a day is in, as far as the goal lasts. Weeks begin on Monday. */
export function currentInterval(
  { interval, duration_start, duration_end }: Pick<GoalValues, 'interval' | 'duration_start' | 'duration_end'>,
  today: string,
): Period {
  const { start, end } = CALENDAR[interval](new Date(`${today}T00:00:00Z`))
  return {
    start: start < duration_start ? duration_start : start,
    end: duration_end !== null && duration_end < end ? duration_end : end,
  }
}

/** How much of the days has gone by, today included: from 0 to 1. */
export function elapsedShare({ start, end }: Period, today: string): number {
  const days = daysFrom(start, end)
  return Math.max(0, Math.min(days, daysFrom(start, today))) / days
}

function daysFrom(first: string, last: string): number {
  return Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS) + 1
}

const DAY_MS = 86_400_000

const CALENDAR: Record<Interval, (day: Date) => Period> = {
  weekly(day) {
    const monday = day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS
    return { start: dayText(new Date(monday)), end: dayText(new Date(monday + 6 * DAY_MS)) }
  },
  monthly: day => months(day, day.getUTCMonth(), 1),
  quarterly: day => months(day, Math.floor(day.getUTCMonth() / 3) * 3, 3),
  yearly: day => months(day, 0, 12),
}

function months(day: Date, first: number, count: number): Period {
  const year = day.getUTCFullYear()
  return {
    start: dayText(new Date(Date.UTC(year, first, 1))),
    end: dayText(new Date(Date.UTC(year, first + count, 0))),
  }
}

function dayText(day: Date): string {
  return day.toISOString().slice(0, 10)
}
