import { answer } from '@portico/kit/api/answer'
import { jsonArray } from '@portico/kit/api/json'
import { Id, nullable, oneOf, optional, Uuid } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import Type from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { v1 } from '../../../base/api/operation.ts'
import { offsetPage, offsetQuery, pageOf, pagination } from '../../../base/lists/v1/offset.ts'
import { oneRecord } from '../../../base/records/version.ts'
import { IN_FOLDER, MAIL_FOLDERS } from '../folders.ts'
import { requireThread } from '../store.ts'
import { removeThread, updateThread } from '../write.ts'
import { bodyPage } from './bodyPage.ts'
import { MailMessageV1, MailThreadV1 } from './shape.ts'
import { findMessage, findThread, requireBody, selectMessages, selectThreads } from './store.ts'

const params = { id: Id }
const READERS = ['mail:read', 'mail:full'] as const
const WRITERS = ['mail:full'] as const

const getMailThreads = v1({
  route: 'GET /mailbox/mailThreads',
  summary: 'List the threads in a folder of your mailbox, the one with the latest message first',
  scopes: READERS,
  query: { ...offsetQuery, folder: optional(oneOf(MAIL_FOLDERS, { default: 'inbox' })) },
  reply: nullable(Type.Array(MailThreadV1)),
  beside: pagination,
  cost: 20,
  async run({ query }, crm) {
    const page = pageOf(query)
    const where = sql`t.user_id = ${crm.actor.userId} and not t.is_deleted and ${IN_FOLDER[query.folder ?? 'inbox']}`
    const rows = await selectThreads(crm, where, { ...page, limit: page.limit + 1 })
    return offsetPage<MailThreadV1>(
      rows.map(row => row.wire),
      page,
    )
  },
})

const getMailThread = v1({
  route: 'GET /mailbox/mailThreads/{id}',
  summary: 'Get a mail thread',
  scopes: READERS,
  params,
  reply: MailThreadV1,
  cost: 20,
  run: ({ params }, crm) => oneThread(crm, params.id),
})

const Flag = (description: string) => optional(Type.Boolean({ description }))

const putMailThread = v1({
  route: 'PUT /mailbox/mailThreads/{id}',
  summary: 'Update a thread of your mailbox: its flags, and the deal or lead it is on',
  description: 'A thread is on one record: deal_id takes it off its lead, and lead_id off its deal. Null takes it off.',
  ifMatch: true,
  scopes: WRITERS,
  params,
  bodyKind: 'form',
  body: {
    deal_id: optional(nullable(Id)),
    lead_id: optional(nullable(Uuid)),
    shared_flag: Flag('1: seen by those who see its deal or lead, or else one of its persons. 0: by you alone'),
    read_flag: Flag('1: read'),
    archived_flag: Flag('1: in the archive, not in the inbox'),
  },
  reply: MailThreadV1,
  cost: 10,
  async run({ params, body }, crm) {
    await updateThread(crm, params.id, {
      deal_id: body.deal_id,
      lead_id: body.lead_id,
      shared: body.shared_flag,
      read: body.read_flag,
      archived: body.archived_flag,
    })
    return oneThread(crm, params.id)
  },
})

const deleteMailThread = v1({
  route: 'DELETE /mailbox/mailThreads/{id}',
  summary: 'Delete a thread of your mailbox, with its messages',
  ifMatch: true,
  scopes: WRITERS,
  params,
  reply: Type.Object({ id: Type.Integer() }),
  cost: 6,
  async run({ params }, crm) {
    await removeThread(crm, params.id)
    return { id: params.id }
  },
})

const getMailThreadMessages = v1({
  route: 'GET /mailbox/mailThreads/{id}/mailMessages',
  summary: 'List all messages of a mail thread, oldest first',
  scopes: READERS,
  params,
  reply: Type.Array(MailMessageV1),
  cost: 20,
  async run({ params }, crm) {
    await requireThread(crm, params.id)
    const rows = await selectMessages(crm, params.id)
    return jsonArray<MailMessageV1>(rows.map(row => row.wire))
  },
})

/** What this one answer has beside its data, after another service of the contract's maker. */
const service = { statusCode: Type.Integer(), statusText: Type.String(), service: Type.String() }

const getMailMessage = v1({
  route: 'GET /mailbox/mailMessages/{id}',
  summary: 'Get a mail message',
  scopes: READERS,
  params,
  query: { include_body: optional(Type.Integer({ minimum: 0, maximum: 1, description: '1 adds the body' })) },
  reply: MailMessageV1,
  beside: service,
  cost: 2,
  async run({ params, query }, crm) {
    const { data, headers } = oneRecord<MailMessageV1>(
      await findMessage(crm, params.id, query.include_body === 1),
      'Mail message',
    )
    return answer<MailMessageV1>(data, {
      headers,
      beside: { statusCode: 200, statusText: 'OK', service: 'mailbox' },
    })
  },
})

const getMailMessageBody = v1({
  route: 'GET /mailbox/mailMessages/{id}/body',
  summary: 'Get the body of a mail message as a page that runs nothing',
  scopes: READERS,
  params,
  query: {
    pictures: optional(
      Type.Integer({ minimum: 0, maximum: 1, description: '1 shows pictures of other servers, which learn of it' }),
    ),
  },
  reply: Type.Unknown(),
  whole: true,
  cost: 2,
  run: async ({ params, query }, crm) =>
    bodyPage(crm, params.id, await requireBody(crm, params.id), query.pictures === 1),
})

async function oneThread(crm: Crm, id: number) {
  return oneRecord<MailThreadV1>(await findThread(crm, id), 'Mail thread')
}

export const mailbox = [
  getMailThreads,
  getMailThread,
  putMailThread,
  deleteMailThread,
  getMailThreadMessages,
  getMailMessage,
  getMailMessageBody,
]
