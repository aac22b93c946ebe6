import type { AgendaEntry } from '@portico/crm/work/activities/app/shape'
import { localDue, momentOf } from '../parts/days.ts'

/** An activity with its day and time where the person is. */
export interface Entry extends Omit<AgendaEntry, 'due_date' | 'due_time'> {
  due_date: string
  /** `HH:MM`; null for the whole day. */
  due_time: string | null
  /** When it begins, in milliseconds; undefined for the whole day. */
  begins: number | undefined
}

export function entryOf(stored: AgendaEntry): Entry {
  return { ...stored, ...dueOf(stored.due_date, stored.due_time) }
}

/** Of the day and time that the server keeps. */
export function dueOf(date: string, time: string | null): Pick<Entry, 'due_date' | 'due_time' | 'begins'> {
  const { due_date, due_time } = localDue({ due_date: date, due_time: time })
  return { due_date: due_date ?? date, due_time, begins: time ? momentOf(date, time).getTime() : undefined }
}

/** What an activity is about, the nearest first. */
export function aboutOf({ deal_id, deal_title, person_id, person_name, org_id, org_name }: Entry): About[] {
  return [
    ...(deal_id ? [{ kind: 'deal' as const, id: deal_id, name: deal_title }] : []),
    ...(person_id ? [{ kind: 'person' as const, id: person_id, name: person_name }] : []),
    ...(org_id ? [{ kind: 'organization' as const, id: org_id, name: org_name }] : []),
  ]
}

export interface About {
  kind: 'deal' | 'person' | 'organization'
  id: number
  /** null when it may not be seen. */
  name: string | null
}
