import { daysBetween } from '../parts/days.ts'

export const GROUPS = ['Overdue', 'Today', 'Tomorrow', 'This week', 'Later', 'Some day'] as const
export type Group = (typeof GROUPS)[number]

interface Due {
  due_date: string | null
  due_time: string | null
}

/** When something is to be done, seen from today. A week ends with Sunday. */
export function groupOf({ due_date }: Due, today: string): Group {
  if (!due_date) return 'Some day'
  const days = daysBetween(today, due_date)
  if (days < 0) return 'Overdue'
  if (days === 0) return 'Today'
  if (days === 1) return 'Tomorrow'
  return days <= daysUntilSunday(today) ? 'This week' : 'Later'
}

function daysUntilSunday(today: string): number {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return (7 - weekday) % 7
}

/** In groups, each in the order of day and time; whole days come before hours. */
export function grouped<T extends Due>(activities: readonly T[], today: string): { group: Group; activities: T[] }[] {
  const keyOf = ({ due_date, due_time }: T) => `${due_date ?? ''} ${due_time ?? ''}`
  return GROUPS.map(group => ({
    group,
    activities: activities
      .filter(activity => groupOf(activity, today) === group)
      .toSorted((a, b) => keyOf(a).localeCompare(keyOf(b))),
  })).filter(({ activities }) => activities.length > 0)
}
