import { nullable, oneOf } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { OUTCOMES } from '../rules.ts'

export const CallLogV1 = Type.Object({
  id: Type.String(),
  activity_id: nullable(Type.Integer()),
  subject: nullable(Type.String()),
  duration: Type.String({ description: 'Seconds' }),
  outcome: oneOf(OUTCOMES),
  from_phone_number: nullable(Type.String()),
  to_phone_number: Type.String(),
  start_time: Type.String(),
  end_time: Type.String(),
  person_id: nullable(Type.Integer()),
  org_id: nullable(Type.Integer()),
  deal_id: nullable(Type.Integer()),
  lead_id: nullable(Type.String()),
  note: nullable(Type.String()),
  has_recording: Type.Boolean(),
  user_id: Type.Integer(),
  company_id: Type.Integer(),
})
export type CallLogV1 = Static<typeof CallLogV1>
