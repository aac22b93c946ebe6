import { Id, optional, Uuid } from '@portico/kit/api/schemas'
import Type, { type Static, type TObject } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { onceFor } from '../../../base/api/idempotency.ts'
import { app } from '../../../base/api/operation.ts'
import { LIMITS } from '../../../base/limits/atRest.ts'
import { cleanHtml, readHtml } from '../../../base/records/cleanHtml.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { withAttached } from '../attachedFiles.ts'
import { removeDraft, sendMessage, updateDraft, writeMessage } from '../compose.ts'
import type { Letter } from '../letter.ts'
import { readRecipients, readSubjectLine } from './input.ts'
import { WrittenMessage } from './shape.ts'
import { findWrittenMessage } from './store.ts'

const params = { id: Id }

const People = optional(
  Type.Array(
    Type.Object({
      address: Type.String({ maxLength: 320 }),
      name: optional(Type.String({ maxLength: LIMITS.lineCharacters })),
    }),
    { maxItems: 100 },
  ),
)

const content = {
  to: People,
  cc: People,
  bcc: People,
  subject: optional(Type.String({ maxLength: 500 })),
  body: optional(
    Type.String({ maxLength: LIMITS.noteBytes, description: 'HTML. What could run in a page is dropped' }),
  ),
  file_ids: optional(
    Type.Array(Id, {
      maxItems: LIMITS.mailAttachments,
      description: 'Uploaded files (POST /v1/files) that go with it, up to 25 MB together; the message keeps copies',
    }),
  ),
}

const newMessage = {
  ...content,
  deal_id: optional(Id),
  lead_id: optional(Uuid),
  reply_to_message_id: optional(
    Type.Integer({ minimum: 1, description: 'The message that is answered: gives recipients, subject and record' }),
  ),
  shared_flag: optional(
    Type.Boolean({ description: 'Whether a thread that begins with it is shared; it is when it is on a record' }),
  ),
  draft_flag: optional(Type.Boolean({ description: 'true keeps it as a draft' })),
}

const addMailMessage = app({
  route: 'POST /mailMessages',
  summary: 'Write a mail message, on a deal or as an answer, and send it or keep it as a draft',
  description: 'It leaves after the call, from the address of the server under your name; answers come to you.',
  body: newMessage,
  reply: WrittenMessage,
  status: 201,
  // Files are copied first; only the write at the end is a transaction.
  transaction: 'none',
  cost: 10,
  run({ body }, outer) {
    const as = body.draft_flag ? 'draft' : 'sent'
    const letter: Letter = {
      ...letterOf(body, as),
      dealId: body.deal_id,
      leadId: body.lead_id,
      answers: body.reply_to_message_id,
      shared: body.shared_flag,
    }
    return withAttached(outer, body.file_ids, (crm, attached) =>
      onceFor(crm, { name: 'POST /mailMessages', content: [body], status: 201 }, async () =>
        oneMessage(crm, await writeMessage(crm, { ...letter, attached }, as)),
      ),
    )
  },
})

const getMailMessage = app({
  route: 'GET /mailMessages/{id}',
  summary: 'Get a mail message that you wrote, and whether it was sent',
  params,
  reply: WrittenMessage,
  cost: 2,
  run: ({ params }, crm) => oneMessage(crm, params.id),
})

const putMailMessage = app({
  route: 'PUT /mailMessages/{id}',
  summary: 'Change a draft: its recipients, and its subject, body and files where they are given',
  ifMatch: true,
  params,
  body: content,
  reply: WrittenMessage,
  transaction: 'none',
  cost: 10,
  async run({ params, body }, outer) {
    const letter = letterOf(body, 'draft')
    await oneMessage(outer, params.id)
    return withAttached(
      outer,
      body.file_ids,
      async (crm, attached) => {
        await updateDraft(crm, params.id, { ...letter, attached })
        return oneMessage(crm, params.id)
      },
      params.id,
    )
  },
})

const sendMailMessage = app({
  route: 'POST /mailMessages/{id}/send',
  summary: 'Send a draft, or once more a message that could not be sent',
  params,
  reply: WrittenMessage,
  cost: 10,
  async run({ params }, crm) {
    await sendMessage(crm, params.id)
    return oneMessage(crm, params.id)
  },
})

const deleteMailMessage = app({
  route: 'DELETE /mailMessages/{id}',
  summary: 'Delete a draft',
  ifMatch: true,
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 6,
  async run({ params }, crm) {
    await removeDraft(crm, params.id)
    return { id: params.id }
  },
})

function letterOf(body: Static<TObject<typeof content>>, as: 'sent' | 'draft'): Letter {
  return {
    to: body.to && readRecipients(body.to, 'to'),
    cc: body.cc && readRecipients(body.cc, 'cc'),
    bcc: body.bcc && readRecipients(body.bcc, 'bcc'),
    subject: body.subject === undefined ? undefined : readSubjectLine(body.subject),
    html: as === 'draft' ? body.body && cleanHtml(body.body, 'mail') : readHtml(body.body ?? '', 'body', 'mail'),
  }
}

async function oneMessage(crm: Crm, id: number) {
  return oneRecord<WrittenMessage>(await findWrittenMessage(crm, id), 'Mail message')
}

export const writingMail = [addMailMessage, getMailMessage, putMailMessage, sendMailMessage, deleteMailMessage]
