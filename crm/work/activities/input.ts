import { DateText, Id, nullable, optional, Uuid } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { type PlainValues, plainInput } from '../../base/fields/derive.ts'
import { LIMITS } from '../../base/limits/atRest.ts'
import { activityFields } from './fields.ts'
import type { LocationValue } from './location.ts'
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

const Short = optional(nullable(Type.String({ maxLength: 255 })))
const Link = optional(nullable(Id))

/** What callers of both versions write alike. */
export const writable = {
  subject: optional(Type.String({ maxLength: 255 })),
  type: optional(Type.String({ maxLength: LIMITS.lineCharacters })),
  deal_id: Link,
  lead_id: optional(nullable(Uuid)),
  person_id: Link,
  org_id: Link,
  project_id: Link,
  due_date: optional(DateText),
  due_time: optional(
    nullable(Type.String({ maxLength: 20, description: 'HH:MM or HH:MM:SS, UTC; null for the whole day' })),
  ),
  duration: optional(nullable(Type.String({ maxLength: 20, description: 'HH:MM or HH:MM:SS' }))),
  ...plainInput(activityFields),
}

export const GivenAttendee = Type.Object(
  {
    email: Short,
    name: Short,
    status: optional(Type.String({ maxLength: 50 })),
    is_organizer: optional(Type.Boolean()),
    person_id: Link,
    user_id: Link,
  },
  { additionalProperties: false },
)

export function attendeeOf(given: Static<typeof GivenAttendee>): Attendee {
  const {
    email = null,
    name = null,
    status = 'noreply',
    is_organizer = false,
    person_id = null,
    user_id = null,
  } = given
  return { email, name, status, is_organizer, person_id, user_id }
}
