import { nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

export const MailTemplate = Type.Object({
  id: Type.Integer(),
  owner_id: Type.Integer(),
  name: Type.String(),
  subject: Type.String(),
  body: Type.String({ description: 'Plain text with merge fields, as {{person.first_name}}' }),
  is_shared: Type.Boolean({ description: 'Everybody in the company may use it' }),
  may_change: Type.Boolean({ description: 'Owners change their own, admins what is shared too' }),
  add_time: Type.String(),
  update_time: nullable(Type.String()),
})
export type MailTemplate = Static<typeof MailTemplate>

export const MergeField = Type.Object({
  code: Type.String({ description: 'As it is written between {{ and }}' }),
  source: Type.String(),
  label: Type.String(),
})
export type MergeField = Static<typeof MergeField>

export const FilledTemplate = Type.Object({
  subject: Type.String(),
  body: Type.String(),
  missing: Type.Array(Type.String(), { description: 'Merge fields that nothing is known for: their places are empty' }),
})
export type FilledTemplate = Static<typeof FilledTemplate>
