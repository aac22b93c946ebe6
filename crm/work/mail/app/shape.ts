import { named, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { message } from '../v1/shape.ts'

export const WrittenMessage = named(
  'WrittenMessage',
  Type.Object({
    ...message,
    file_ids: Type.Array(Type.Integer(), { description: 'Its attachments, as GET /v1/files/{id} knows them' }),
    send_state: nullable(Type.String({ description: 'queued, sent or failed; null for a draft' })),
    send_error: nullable(Type.String({ description: 'Why it could not be sent' })),
  }),
)
export type WrittenMessage = Static<typeof WrittenMessage>
