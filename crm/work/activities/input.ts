import type { Participant } from './rules.ts'

/** A write of an activity, whichever version it was asked in. What is undefined stays as it is. */
export interface ActivityInput {
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
  public_description?: string | null | undefined
  note?: string | null | undefined
  priority?: number | null | undefined
  outcome?: number | null | undefined
  conference_meeting_client?: string | null | undefined
  conference_meeting_url?: string | null | undefined
  conference_meeting_id?: string | null | undefined
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

/** The fields that are stored as they come. */
const PLAIN = [
  'subject',
  'type',
  'owner_id',
  'deal_id',
  'lead_id',
  'org_id',
  'project_id',
  'due_date',
  'due_time',
  'duration',
  'location',
  'attendees',
  'public_description',
  'note',
  'priority',
  'outcome',
  'conference_meeting_client',
  'conference_meeting_url',
  'conference_meeting_id',
] as const

export function plainValues(input: ActivityInput): Record<string, unknown> {
  return Object.fromEntries(PLAIN.filter(field => input[field] !== undefined).map(field => [field, input[field]]))
}
