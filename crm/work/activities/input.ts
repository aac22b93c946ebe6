import type { PlainValues } from '../../base/fields/derive.ts'
import type { activityFields } from './fields.ts'
import type { Participant } from './rules.ts'

/** A write of an activity, whichever version it was asked in. What is undefined stays as it is. */
export interface ActivityInput extends PlainValues<typeof activityFields> {
  subject?: string | undefined
  type?: string | undefined
  owner_id?: number | undefined
  deal_id?: number | null | undefined
  lead_id?: string | null | undefined
  person_id?: number | null | undefined
  org_id?: number | null | undefined
  project_id?: number | null | undefined
  due_date?: string | undefined
  due_time?: string | null | undefined
  duration?: string | null | undefined
  /** null: busy when the activity has a time of day. */
  busy?: boolean | null | undefined
  done?: boolean | undefined
  location?: LocationValue | null | undefined
  participants?: Participant[] | undefined
  attendees?: Attendee[] | undefined
}

export interface Attendee {
  email: string | null
  name: string | null
  status: string
  is_organizer: boolean
  person_id: number | null
  user_id: number | null
}

/** An address: the whole of it as `value`, and its parts. */
export type LocationValue = Record<string, string | null>
