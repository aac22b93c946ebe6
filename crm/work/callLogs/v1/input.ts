import { failure } from '@portico/kit/api/failure'
import { Id, nullable, oneOf, optional, Uuid } from '@portico/kit/api/schemas'
import Type, { type Static, type TObject } from 'typebox'
import { LIMITS, TimeText } from '../../../base/limits/atRest.ts'
import { readHtml } from '../../../base/records/cleanHtml.ts'
import { readTimeV1 } from '../../../base/records/time.ts'
import { type CallLogInput, OUTCOMES } from '../rules.ts'

const Line = Type.String({ maxLength: LIMITS.lineCharacters })
const PhoneNumber = Type.String({ minLength: 1, maxLength: LIMITS.lineCharacters, pattern: '\\S' })

export const callLogBody = {
  outcome: oneOf(OUTCOMES),
  to_phone_number: PhoneNumber,
  start_time: TimeText,
  end_time: TimeText,
  user_id: optional(nullable(Id)),
  activity_id: optional(
    nullable(Type.Integer({ ...Id, description: 'A planned call; its records are taken, and it is marked as done' })),
  ),
  subject: optional(nullable(Line)),
  duration: optional(
    nullable(Type.String({ maxLength: 10, description: 'Seconds; from the two times when left out' })),
  ),
  from_phone_number: optional(nullable(Line)),
  person_id: optional(nullable(Id)),
  org_id: optional(nullable(Id)),
  deal_id: optional(nullable(Id)),
  lead_id: optional(nullable(Uuid)),
  note: optional(
    nullable(Type.String({ maxLength: LIMITS.noteBytes, description: 'HTML. What could run in a page is dropped' })),
  ),
}

export function callFromV1(body: Static<TObject<typeof callLogBody>>): CallLogInput {
  const { note, subject, from_phone_number } = body
  return {
    outcome: body.outcome,
    to_phone_number: body.to_phone_number.trim(),
    from_phone_number: from_phone_number?.trim() || null,
    start_time: readMoment(body.start_time, 'start_time'),
    end_time: readMoment(body.end_time, 'end_time'),
    duration: readSeconds(body.duration),
    user_id: body.user_id ?? null,
    activity_id: body.activity_id ?? null,
    subject: subject?.trim() || null,
    deal_id: body.deal_id ?? null,
    lead_id: body.lead_id ?? null,
    person_id: body.person_id ?? null,
    org_id: body.org_id ?? null,
    note: note ? readHtml(note, 'note') : null,
  }
}

function readMoment(text: string, field: string): Date {
  const time = readTimeV1(text, field)
  if (!time) throw failure('invalid', `${field} is required: a time such as 2026-03-01 08:00:00`, { field })
  return time
}

function readSeconds(text: string | null | undefined): number | null {
  if (!text) return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw failure('invalid', 'duration must be a number of seconds such as 90', { field: 'duration' })
}
