import { answer } from '@portico/kit/api/answer'
import { json } from '@portico/kit/api/json'
import { Id, named, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { app } from '../../../base/api/operation.ts'
import { nextCursor, writeCursor } from '../../../base/lists/cursor.ts'
import { IN_FOLDER, MAIL_FOLDERS } from '../folders.ts'
import { MailThreadV1 } from '../v1/shape.ts'
import { countUnread, says, selectMailbox } from './mailboxStore.ts'

const MailboxThread = named(
  'MailboxThread',
  Type.Object({
    ...MailThreadV1.properties,
    deal_title: nullable(Type.String()),
    lead_title: nullable(Type.String()),
    has_failed_flag: Type.Integer({
      minimum: 0,
      maximum: 1,
      description: '1 when a message that was written in it could not be sent',
    }),
  }),
)
export type MailboxThread = Static<typeof MailboxThread>

/** Nobody reads more of them, and counting on would take time. */
const MOST_COUNTED = 1000
const Unread = Type.Integer({ description: `Unread threads in the inbox; ${MOST_COUNTED} when there are more` })

const Mailbox = Type.Object({ threads: Type.Array(MailboxThread), unread: Unread })
export type Mailbox = Static<typeof Mailbox>

const getMailbox = app({
  route: 'GET /mailThreads',
  summary: 'Get threads of your mailbox with what they are on, the one with the latest message first',
  query: {
    thread_id: optional({ ...Id, description: 'This one alone, whichever folder it is in' }),
    folder: optional(oneOf(MAIL_FOLDERS, { default: 'inbox' })),
    text: optional(
      Type.String({
        maxLength: 100,
        description: 'Threads that have it in the subject, the beginning of a message, or a name or address',
      }),
    ),
    limit: optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
    cursor: optional(Type.String({ maxLength: 200 })),
  },
  reply: Mailbox,
  beside: nextCursor,
  cost: 20,
  async run({ query }, crm) {
    const { limit = 50, cursor } = query
    const rows = await selectMailbox(crm, wanted(crm, query), cursor, limit + 1)
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    const unread = await countUnread(crm, MOST_COUNTED)
    const wire = `{"threads":[${page.map(row => row.wire).join(',')}],"unread":${unread}}`
    return answer(json<Mailbox>(wire), {
      beside: { additional_data: { next_cursor: last ? writeCursor(last) : null } },
    })
  },
})

const getMailboxState = app({
  route: 'GET /mailbox',
  summary: 'Get how many threads of your inbox are unread, and the address that takes copies of mail',
  reply: Type.Object({
    unread: Unread,
    drop_box: nullable(
      Type.String({ description: 'Mail sent there is kept in the company; null when the server takes none' }),
    ),
  }),
  cost: 2,
  run: async (_, crm) => ({
    unread: await countUnread(crm, MOST_COUNTED),
    drop_box: crm.services.dropBox ? crm.services.mailboxOf(crm.actor) : null,
  }),
})

interface MailboxQuery {
  thread_id?: number | undefined
  folder?: keyof typeof IN_FOLDER | undefined
  text?: string | undefined
}

function wanted(crm: Crm, { thread_id, folder = 'inbox', text = '' }: MailboxQuery): Fragment {
  if (thread_id) return sql`t.id = ${thread_id}`
  return sql`${IN_FOLDER[folder]} and ${text.trim() ? says(crm, text.trim()) : sql`true`}`
}

export const mailboxInApp = [getMailbox, getMailboxState]
