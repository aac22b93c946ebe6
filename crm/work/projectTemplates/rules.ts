import { failure } from '@portico/kit/api/failure'
import { LIMITS } from '../../base/limits/atRest.ts'
import type { TemplateContent } from './shape.ts'

/** Further from the start of a project than this, nothing of a template is: a hundred years. */
export const MOST_DAYS = 36_500

const DAY = 86_400_000
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z')

/** A day so many days after another, `2026-03-01` and 2 being `2026-03-03`; no later than the calendar goes. */
export function dayAfter(day: string, days: number | null): string | null {
  if (days === null) return null
  const time = Math.min(Date.parse(`${day}T00:00:00Z`) + days * DAY, LAST_DAY)
  return new Date(time).toISOString().slice(0, 10)
}

/** How many days after a day another is; nothing when it is further away than a template can say. */
export function daysAfter(day: string, other: string | null): number | null {
  if (other === null) return null
  const days = Math.round((Date.parse(`${other}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / DAY)
  return Math.abs(days) > MOST_DAYS ? null : days
}

/** The groups that were given and those that tasks and activities name, each once, in this order. */
export function groupsOf({ groups, tasks, activities }: TemplateContent): string[] {
  const named = [...tasks, ...activities].map(item => item.group).filter(name => name !== null)
  return [...new Set([...groups, ...named])]
}

/** Refuses a template that holds more than one may. */
export function checkSize({ groups, tasks, activities }: TemplateContent): void {
  const all = tasks.reduce((count, task) => count + 1 + task.subtasks.length, 0)
  if (all > LIMITS.templateTasks) throw tooMany('tasks', `${LIMITS.templateTasks} tasks with their subtasks`)
  if (activities.length > LIMITS.templateActivities)
    throw tooMany('activities', `${LIMITS.templateActivities} activities`)
  if (groups.length > LIMITS.templateGroups) throw tooMany('groups', `${LIMITS.templateGroups} groups`)
  if (Buffer.byteLength(JSON.stringify([groups, tasks, activities])) > LIMITS.templateBytes)
    throw tooMany('tasks', `${LIMITS.templateBytes} bytes`)
}

function tooMany(field: string, what: string) {
  return failure('invalid', `A template holds at most ${what}`, { field })
}
