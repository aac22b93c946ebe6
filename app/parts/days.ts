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
