import { DateText, Id, nullable, optional, Uuid } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { plainInput } from '../../../base/fields/derive.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { activityFields } from '../fields.ts'
import type { ActivityInput, Attendee } from '../input.ts'
import { LAST_HOUR_OF_DAY, MOST_HOURS, readClock } from '../rules.ts'
import { LOCATION_PARTS } from './shape.ts'

const Short = optional(nullable(Type.String({ maxLength: 255 })))
const Link = optional(nullable(Id))

export const GivenLocation = Type.Object({
  value: Short,
  country: Short,
  admin_area_level_1: Short,
  admin_area_level_2: Short,
  locality: Short,
  sublocality: Short,
  route: Short,
  street_number: Short,
  subpremise: Short,
  postal_code: Short,
})

const GivenAttendee = Type.Object(
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

const GivenParticipant = Type.Object(
  { person_id: Id, primary: optional(Type.Boolean()) },
  { additionalProperties: false },
)

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

/** What a v2 caller may write. */
export const writableV2 = {
  ...writable,
  owner_id: optional(Id),
  busy: optional(nullable(Type.Boolean())),
  done: optional(Type.Boolean()),
  location: optional(nullable(Type.Object(GivenLocation.properties, { additionalProperties: false }))),
  participants: optional(Type.Array(GivenParticipant, { maxItems: LIMITS.activityParticipants })),
  attendees: optional(Type.Array(GivenAttendee, { maxItems: LIMITS.attendees })),
}

const Body = Type.Object(writableV2)

export function activityFromV2(body: Static<typeof Body>): ActivityInput {
  const { subject, due_time, duration, location, participants, attendees, ...plain } = body
  return {
    ...plain,
    // An empty subject is none: a new activity is named after its type then.
    subject: subject || undefined,
    due_time: readClock(due_time, 'due_time', LAST_HOUR_OF_DAY),
    duration: readClock(duration, 'duration', MOST_HOURS),
    location: location && locationOf(location),
    participants: participants?.map(({ person_id, primary = false }) => ({ person_id, primary })),
    attendees: attendees?.map(attendeeOf),
  }
}

/** All parts of a location, null where none is given; nothing when all are. */
export function locationOf(given: Record<string, string | null | undefined>): Record<string, string | null> | null {
  const parts = ['value', ...LOCATION_PARTS, 'formatted_address'].map(part => [part, given[part] || null] as const)
  return parts.some(([, value]) => value !== null) ? Object.fromEntries(parts) : null
}

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
