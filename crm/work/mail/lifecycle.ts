import { fragment as sql } from '@portico/kit/database/sql'
import type { WhenPurged } from '../../base/records/lifecycle.ts'

/** Attachments go with their message, and messages with their thread. */
export const whenMessagePurged: WhenPurged = {
  table: 'mail_message',
  named: [['file', 'mail_message_id']],
  linkedBy: alias => sql`${sql(alias)}.thread_id`,
}

export const whenPurged: WhenPurged = { table: 'mail_thread', named: [['mail_message', 'thread_id']] }
