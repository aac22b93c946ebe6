import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { type ActivityInput, attendeeOf, GivenAttendee, writable } from '../input.ts'
import { GivenLocation, locationOf } from '../location.ts'
import { LAST_HOUR_OF_DAY, MOST_HOURS, readClock } from '../rules.ts'

const GivenParticipant = Type.Object(
  { person_id: Id, primary: optional(Type.Boolean()) },
  { additionalProperties: false },
)

/** What a v2 caller may write. */
export const writableV2 = {
  ...writable,
  owner_id: optional(Id),
  busy: optional(nullable(Type.Boolean())),
  busy_flag: optional(nullable(Type.Boolean({ description: 'What v1 calls busy' }))),
  done: optional(Type.Boolean()),
  location: optional(nullable(Type.Object(GivenLocation.properties, { additionalProperties: false }))),
  participants: optional(Type.Array(GivenParticipant, { maxItems: LIMITS.activityParticipants })),
  attendees: optional(Type.Array(GivenAttendee, { maxItems: LIMITS.attendees })),
}

const Body = Type.Object(writableV2)

export function activityFromV2(body: Static<typeof Body>): ActivityInput {
  const { subject, busy_flag, busy = busy_flag, due_time, duration, location, participants, attendees, ...plain } = body
  return {
    ...plain,
    busy,
    // An empty subject is none: a new activity is named after its type then.
    subject: subject || undefined,
    due_time: readClock(due_time, 'due_time', LAST_HOUR_OF_DAY),
    duration: readClock(duration, 'duration', MOST_HOURS),
    location: location && locationOf(location),
    participants: participants?.map(({ person_id, primary = false }) => ({ person_id, primary })),
    attendees: attendees?.map(attendeeOf),
  }
}
