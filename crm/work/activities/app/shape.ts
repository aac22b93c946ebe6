import { nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

const Link = nullable(Type.Integer())
const Name = nullable(Type.String({ description: 'null when it may not be seen' }))

/** An activity in a list of what is to be done and in the calendar, with the names of what it is about. */
export const AgendaEntry = Type.Object({
  id: Type.Integer(),
  version: Type.Integer({ description: 'For If-Match' }),
  subject: Type.String(),
  type: Type.String(),
  owner_id: Type.Integer(),
  due_date: Type.String(),
  due_time: nullable(Type.String({ description: 'HH:MM, UTC; null for the whole day' })),
  duration_minutes: nullable(Type.Integer()),
  done: Type.Boolean(),
  deal_id: Link,
  deal_title: Name,
  person_id: Link,
  person_name: Name,
  org_id: Link,
  org_name: Name,
  reminder_minutes: nullable(
    Type.Integer({ description: 'When the caller is reminded of it, if not as the settings say; -1: not at all' }),
  ),
})
export type AgendaEntry = Static<typeof AgendaEntry>
