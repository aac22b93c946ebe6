import { Id } from '@portico/kit/api/schemas'
import { fragment as sql } from '@portico/kit/database/sql'
import { v1 } from '../../../base/api/operation.ts'
import { filePage, filesBeside, filesQuery, filesReply } from '../../files/v1/page.ts'
import { requireBody } from './store.ts'

export const mailFiles = [
  v1({
    route: 'GET /mailbox/mailMessages/{id}/files',
    summary: 'List the attachments of a mail message',
    scopes: ['mail:read', 'mail:full'],
    params: { id: Id },
    query: filesQuery,
    reply: filesReply,
    beside: filesBeside,
    cost: 20,
    async run({ params, query }, crm) {
      await requireBody(crm, params.id)
      return filePage(crm, sql`file.mail_message_id = ${params.id}`, query)
    },
  }),
]
