import { failure } from '@portico/kit/api/failure'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { audit } from '../dashboard/auditStore.ts'
import { listReported, settleReport } from './store.ts'
import { ReportedMessage } from './wire.ts'

const MessageId = Type.String({ minLength: 1, maxLength: 20 })
const Settled = Type.Object({ messageID: Type.String() })

export const getReportedMessages = operation({
  route: 'GET /dashboard/getReportedMessages',
  summary: 'Messages that were reported and wait for the staff, the oldest report first',
  scopes: ['admin'],
  reply: Type.Object({ messages: Type.Array(ReportedMessage) }),
  run: (_, { sql }) => listReported<typeof ReportedMessage>(sql),
})

export const removeMessage = operation({
  route: 'POST /dashboard/removeMessage',
  summary: 'Take a reported message away from both sides',
  scopes: ['admin'],
  body: { messageID: MessageId },
  reply: Settled,
  async run({ body }, { sql, user, now }) {
    if (!(await settleReport(sql, body.messageID, true, now))) throw settledBefore()
    await audit(sql, now, user, 'removeMessage', body.messageID)
    return { messageID: body.messageID }
  },
})

export const keepMessage = operation({
  route: 'POST /dashboard/keepMessage',
  summary: 'Leave a reported message as it is',
  scopes: ['admin'],
  body: { messageID: MessageId },
  reply: Settled,
  async run({ body }, { sql, user, now }) {
    if (!(await settleReport(sql, body.messageID, false, now))) throw settledBefore()
    await audit(sql, now, user, 'keepMessage', body.messageID)
    return { messageID: body.messageID }
  },
})

function settledBefore() {
  return failure('missing', 'No report of such a message waits')
}
