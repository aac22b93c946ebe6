import { isDay } from '@portico/kit/api/schemas'

/** A stretch of time: from its first moment up to, not including, the first moment after it. Open where undefined. */
export interface Stretch {
  from?: Date
  to?: Date
}

/** Days and stretches named by their distance from now, in UTC; weeks begin on Monday. */
export const RELATIVE_DATES: Readonly<Record<string, { label: string; of(now: Date): Stretch }>> = {
  last_quarter: { label: 'last quarter', of: now => quarter(now, -1) },
  this_quarter: { label: 'this quarter', of: now => quarter(now, 0) },
  last_month: { label: 'last month', of: now => month(now, -1) },
  this_month: { label: 'this month', of: now => month(now, 0) },
  next_month: { label: 'next month', of: now => month(now, 1) },
  last_week: { label: 'last week', of: now => week(now, -1) },
  this_week: { label: 'this week', of: now => week(now, 0) },
  next_week: { label: 'next week', of: now => week(now, 1) },
  ...several(6, n => [`${n}_${plural(n, 'month')}_ago`, `${n} ${plural(n, 'month')} ago`, now => sameDay(now, -n)]),
  ...several(3, n => [`${n}_${plural(n, 'week')}_ago`, `${n} ${plural(n, 'week')} ago`, now => day(now, -7 * n)]),
  yesterday: { label: 'yesterday', of: now => day(now, -1) },
  before_today: { label: 'before today', of: now => before(day(now, 0)) },
  today: { label: 'today', of: now => day(now, 0) },
  now: { label: 'now', of: now => ({ from: now, to: now }) },
  later_or_today: { label: 'today or later', of: now => onwards(day(now, 0)) },
  before_tomorrow: { label: 'before tomorrow', of: now => before(day(now, 1)) },
  tomorrow: { label: 'tomorrow', of: now => day(now, 1) },
  later_or_tomorrow: { label: 'tomorrow or later', of: now => onwards(day(now, 1)) },
  ...several(3, n => [`in_${n}_${plural(n, 'week')}`, `in ${n} ${plural(n, 'week')}`, now => day(now, 7 * n)]),
  ...several(6, n => [`in_${n}_${plural(n, 'month')}`, `in ${n} ${plural(n, 'month')}`, now => sameDay(now, n)]),
}

/** The stretch a condition refers to: a named one, a day, or a moment. */
export function stretchOf(text: string, now: Date): Stretch | undefined {
  const name = text.replace(/^(in_)?1_(week|month)s/, '$11_$2')
  const named = Object.hasOwn(RELATIVE_DATES, name) ? RELATIVE_DATES[name] : undefined
  if (named) return named.of(now)
  if (isDay(text)) return day(new Date(`${text}T00:00:00Z`), 0)
  if (!isDay(text.slice(0, 10)) || !/^[ T]\d\d:\d\d:\d\dZ?$/.test(text.slice(10))) return undefined
  const at = new Date(`${text.replace(' ', 'T').replace(/Z?$/, 'Z')}`)
  return Number.isNaN(at.getTime()) ? undefined : { from: at, to: sooner(at.getTime() + 1000) }
}

export function isoDay(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}

function several(count: number, of: (n: number) => readonly [string, string, (now: Date) => Stretch]) {
  const entries = Array.from({ length: count }, (_, index) => of(index + 1))
  return Object.fromEntries(entries.map(([name, label, stretch]) => [name, { label, of: stretch }]))
}

function plural(n: number, unit: string): string {
  return n === 1 ? unit : `${unit}s`
}

function day(now: Date, days: number): Required<Stretch> {
  return { from: utc(now, days), to: utc(now, days + 1) }
}

function week(now: Date, weeks: number): Required<Stretch> {
  const monday = 7 * weeks - ((now.getUTCDay() + 6) % 7)
  return { from: utc(now, monday), to: utc(now, monday + 7) }
}

function month(now: Date, months: number): Required<Stretch> {
  const first = (distance: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + distance, 1))
  return { from: first(months), to: first(months + 1) }
}

function quarter(now: Date, quarters: number): Required<Stretch> {
  const beginning = Math.floor(now.getUTCMonth() / 3) * 3
  const first = (distance: number) => new Date(Date.UTC(now.getUTCFullYear(), beginning + 3 * distance, 1))
  return { from: first(quarters), to: first(quarters + 1) }
}

/** The same day of another month; in a shorter month its last day. */
function sameDay(now: Date, months: number): Required<Stretch> {
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months + 1, 0)).getUTCDate()
  const date = Math.min(now.getUTCDate(), last)
  return day(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date)), 0)
}

const DAY_MS = 86_400_000

function utc(now: Date, days: number): Date {
  return sooner((Math.floor(now.getTime() / DAY_MS) + days) * DAY_MS)
}

const END_OF_CALENDAR = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Nothing lies behind the last day that can be written. */
function sooner(time: number): Date {
  return new Date(Math.min(time, END_OF_CALENDAR))
}

function before({ from }: Required<Stretch>): Stretch {
  return { to: from }
}

function onwards({ from }: Required<Stretch>): Stretch {
  return { from }
}
