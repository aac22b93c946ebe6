/*
 * A day is a text, `2026-11-16`. It never becomes a Date, which is a moment and has another day elsewhere.
 */

/** Today where the person is. */
export function today(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Whole days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

const format = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const withYear = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `16 Nov`, with the year when it is another one; today, tomorrow and yesterday by their names. */
export function dayName(day: string, now = today()): string {
  const distance = daysBetween(now, day)
  const near = NEAR[distance + 1]
  if (near) return near
  return (day.slice(0, 4) === now.slice(0, 4) ? format : withYear).format(new Date(`${day}T00:00:00Z`))
}

const NEAR = ['yesterday', 'today', 'tomorrow']

/** Whether a text is a day that there is. JavaScript takes the 30th of February for the 2nd of March. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const moment = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
}

/** A day some days after another, or before it. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The server keeps days with a time in UTC; those without one are the same everywhere. */
export function localDue({ due_date, due_time }: { due_date: string | null; due_time: string | null }) {
  if (!due_date || !due_time) return { due_date, due_time: null }
  const moment = momentOf(due_date, due_time)
  return { due_date: today(moment), due_time: clock(moment) }
}

/** When it is that time of that day in UTC. */
export function momentOf(date: string, time: string): Date {
  return new Date(`${date}T${time.slice(0, 5)}:00Z`)
}

/** The other way, for what is typed. */
export function utcDue(date: string, time: string | undefined): { due_date: string; due_time?: string } {
  if (!time) return { due_date: date }
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const text = new Date(year, month - 1, day, hours, minutes).toISOString()
  return { due_date: text.slice(0, 10), due_time: text.slice(11, 16) }
}

/** `HH:MM` where the person is. */
export function clock(moment: Date): string {
  return `${String(moment.getHours()).padStart(2, '0')}:${String(moment.getMinutes()).padStart(2, '0')}`
}

/** `yesterday 14:05`, where the person is. */
export function dayAndClock(time: string): string {
  const at = new Date(time)
  return `${dayName(today(at))} ${clock(at)}`
}
