import { failure } from '@portico/kit/api/failure'
import { Id } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { findAnswered } from '../composeStore.ts'
import { answeringSubject } from '../letter.ts'
import { plainText } from '../plainText.ts'
import { selectOthers, selectQuoted } from './answerStore.ts'

const People = Type.Array(Type.Object({ address: Type.String(), name: Type.String() }))

const MailAnswer = Type.Object({
  to: People,
  others: Type.Array(Type.Object({ address: Type.String(), name: Type.String() }), {
    description: 'Who else got the message, for an answer to all; without you and the addresses of this server',
  }),
  subject: Type.String(),
  quoted: Type.Object({
    who: Type.String({ description: 'Name or address of who wrote the message' }),
    time: Type.String(),
    text: Type.String({ description: 'Its beginning as text, where it is long' }),
  }),
})
export type MailAnswer = Static<typeof MailAnswer>

export const mailAnswer = [
  app({
    route: 'GET /mailMessages/{id}/answer',
    summary: 'Get whom an answer to a mail message goes to, and what its subject is',
    params: { id: Id },
    reply: MailAnswer,
    cost: 2,
    async run({ params: { id } }, crm) {
      const answered = await findAnswered(crm, id)
      if (!answered) throw failure('missing', 'Mail message not found')
      const { mailSender, mailboxOf } = crm.services
      const ours = [mailSender?.address, mailboxOf(crm.actor)].filter(address => address !== undefined)
      return {
        to: answered.answer_to,
        others: await selectOthers(crm, id, [...ours, ...answered.answer_to.map(({ address }) => address)]),
        subject: answeringSubject(answered.subject),
        quoted: await quotedFrom(crm, id),
      }
    },
  }),
]

/** So much of a message is quoted; nobody reads on. */
const MOST_HTML = 200_000
const MOST_TEXT = 20_000

async function quotedFrom(crm: Crm, id: number): Promise<MailAnswer['quoted']> {
  const { who, time, html } = await selectQuoted(crm, id, MOST_HTML)
  return { who, time, text: plainText(html).slice(0, MOST_TEXT) }
}
