import { named, nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { plainShape } from '../../../base/fields/derive.ts'
import { activityFields } from '../fields.ts'

const Text = nullable(Type.String())
const Link = nullable(Type.Integer())
const Time = Type.String({ description: 'RFC 3339, UTC' })

export const Location = Type.Object({
  value: Text,
  country: Text,
  admin_area_level_1: Text,
  admin_area_level_2: Text,
  locality: Text,
  sublocality: Text,
  route: Text,
  street_number: Text,
  subpremise: Text,
  postal_code: Text,
})

const Participant = Type.Object({ person_id: Type.Integer(), primary: Type.Boolean() })

const Attendee = Type.Object({
  email: Text,
  name: Text,
  status: Type.String(),
  is_organizer: Type.Boolean(),
  person_id: Link,
  user_id: Link,
})

/** An activity in v2; `attendees` when asked for, and after a write. */
export const Activity = named(
  'Activity',
  Type.Object({
    id: Type.Integer(),
    subject: Type.String(),
    type: Type.String(),
    owner_id: Type.Integer(),
    creator_user_id: Type.Integer(),
    is_deleted: Type.Boolean(),
    add_time: Time,
    update_time: Time,
    deal_id: Link,
    lead_id: Text,
    person_id: Link,
    org_id: Link,
    project_id: Link,
    due_date: Type.String(),
    due_time: Text,
    duration: Text,
    busy: Type.Boolean(),
    done: Type.Boolean(),
    marked_as_done_time: nullable(Time),
    location: nullable(Location),
    participants: Type.Array(Participant),
    attendees: optional(Type.Array(Attendee)),
    ...plainShape(activityFields),
  }),
)

export type Activity = Static<typeof Activity>
