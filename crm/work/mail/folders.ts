import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

export const MAIL_FOLDERS = ['inbox', 'drafts', 'sent', 'archive'] as const

/** What each folder shows of the threads `t`. */
export const IN_FOLDER: Readonly<Record<(typeof MAIL_FOLDERS)[number], Fragment>> = {
  inbox: sql`t.has_received and not t.archived`,
  drafts: sql`t.has_draft`,
  sent: sql`t.has_sent`,
  archive: sql`t.archived`,
}
