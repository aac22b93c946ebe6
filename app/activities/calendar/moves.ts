import { call } from '../../api/call.ts'
import { dayName, utcDue } from '../../parts/days.ts'
import { hoursAndMinutes } from '../activityForm.tsx'
import type { Agenda } from '../agendaStore.ts'
import { dueOf, type Entry } from '../entry.ts'
import { clockOf } from './layout.ts'

/** A place in the calendar: a day, and a time on it unless it is the whole day. */
export interface Place {
  day: string
  minute: number | undefined
}

/** Puts an activity elsewhere; it keeps its length. */
export async function moveEntry(agenda: Agenda, entry: Entry, { day, minute }: Place): Promise<void> {
  const time = minute === undefined ? undefined : clockOf(minute)
  if (entry.due_date === day && entry.due_time === (time ?? null)) return
  const due = utcDue(day, time)
  const { due_date, due_time = null } = due
  await agenda.change(
    entry,
    dueOf(due_date, due_time),
    `Moved “${entry.subject}” to ${dayName(day)} ${time ?? ''}`,
    () => call(`PATCH /v2/activities/${entry.id}`, { body: { due_date, due_time } }),
  )
}

/** Makes it longer or shorter. */
export async function stretchEntry(agenda: Agenda, entry: Entry, minutes: number): Promise<void> {
  if (entry.duration_minutes === minutes) return
  const duration = hoursAndMinutes(minutes)
  await agenda.change(entry, { duration_minutes: minutes }, `“${entry.subject}” takes ${duration}`, () =>
    call(`PATCH /v2/activities/${entry.id}`, { body: { duration } }),
  )
}
