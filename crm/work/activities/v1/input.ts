import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { plainFrom } from '../../../base/fields/derive.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { activityFields } from '../fields.ts'
import { type ActivityInput, attendeeOf, writable } from '../input.ts'
import { GivenLocation, LOCATION_PARTS, type LocationValue, locationOf } from '../location.ts'
import { LAST_HOUR_OF_DAY, MOST_HOURS, readClock } from '../rules.ts'

const Text = optional(nullable(Type.String({ maxLength: LIMITS.lineCharacters })))

const Attendee = Type.Object({
  email_address: Text,
  email: Text,
  name: Text,
  status: optional(Type.String({ maxLength: 50 })),
  is_organizer: optional(Type.Boolean()),
  person_id: optional(nullable(Id)),
  user_id: optional(nullable(Id)),
})

/** What a v1 caller may write. */
export const writableV1 = {
  ...writable,
  user_id: optional(Id),
  busy_flag: optional(nullable(Type.Boolean())),
  done: optional(Type.Boolean()),
  location: optional(nullable(Type.Union([Type.String({ maxLength: 255 }), GivenLocation]))),
  participants: optional(
    nullable(
      Type.Array(
        Type.Object({ person_id: Id, primary_flag: optional(Type.Boolean()), primary: optional(Type.Boolean()) }),
        { maxItems: LIMITS.activityParticipants },
      ),
    ),
  ),
  attendees: optional(nullable(Type.Array(Attendee, { maxItems: LIMITS.attendees }))),
}

const Body = Type.Object(writableV1)

export function activityFromV1(body: Static<typeof Body>): ActivityInput {
  return {
    subject: body.subject || undefined,
    type: body.type || undefined,
    owner_id: body.user_id,
    deal_id: body.deal_id,
    lead_id: body.lead_id,
    person_id: body.person_id,
    org_id: body.org_id,
    project_id: body.project_id,
    due_date: body.due_date,
    due_time: readClock(body.due_time, 'due_time', LAST_HOUR_OF_DAY),
    duration: readClock(body.duration, 'duration', MOST_HOURS),
    busy: body.busy_flag,
    done: body.done,
    location: locationFromV1(body.location, body),
    participants: (body.participants === null ? [] : body.participants)?.map(
      ({ person_id, primary_flag, primary = false }) => ({ person_id, primary: primary_flag ?? primary }),
    ),
    attendees: (body.attendees === null ? [] : body.attendees)?.map(({ email_address, ...attendee }) =>
      attendeeOf({ ...attendee, email: email_address ?? attendee.email }),
    ),
    ...plainFrom(activityFields, body),
  }
}

/** v1 writes an address as one text with its parts flat beside it: `location`, `location_route`, … */
function locationFromV1(
  location: Static<typeof Body>['location'],
  body: Record<string, unknown>,
): LocationValue | null | undefined {
  if (location === undefined || location === null) return location
  if (typeof location === 'object') return locationOf(location)
  const parts = [...LOCATION_PARTS, 'formatted_address'].map(part => {
    const given = body[`location_${part}`]
    return [part, typeof given === 'string' ? given : null] as const
  })
  return locationOf({ ...Object.fromEntries(parts), value: location })
}
