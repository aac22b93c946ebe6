import { addDays, daysBetween } from '../../parts/days.ts'
import type { View } from '../activitiesBar.tsx'

/** The days that a view shows around a day. Weeks begin with Monday, a month is shown in whole weeks. */
export function daysOf(view: View, day: string): string[] {
  if (view === 'day') return [day]
  if (view === 'week') return run(mondayOf(day), 7)
  const first = `${day.slice(0, 7)}-01`
  const from = mondayOf(first)
  const weeks = Math.ceil((daysBetween(from, first) + daysInMonth(day)) / 7)
  return run(from, weeks * 7)
}

/** The day to show when one goes a view further, or back. A month keeps the day as far as the other has it. */
export function step(view: View, day: string, by: number): string {
  if (view === 'day') return addDays(day, by)
  if (view === 'week') return addDays(day, by * 7)
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + by
  const month = `${String(Math.floor(months / 12)).padStart(4, '0')}-${two((months % 12) + 1)}`
  return `${month}-${two(Math.min(Number(day.slice(8)), daysInMonth(`${month}-01`)))}`
}

function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7))
}

/** 0 is Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

function daysInMonth(day: string): number {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function run(from: string, count: number): string[] {
  return Array.from({ length: count }, (_, nr) => addDays(from, nr))
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
