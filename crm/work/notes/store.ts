import { failure } from '@portico/kit/api/failure'
import type { Fragment, Sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { forgetRecords } from '../../base/changes/rewriteStore.ts'
import type { PurgedIds } from '../../base/records/lifecycle.ts'
import type { NoteLinks, NotePins } from './rules.ts'
import { maySeeNote } from './visibility.ts'

export interface NoteRow extends NoteLinks, NotePins {
  id: number
  version: number
  is_deleted: boolean
  content: string
  user_id: number
  add_time: Date
}

/** A note the caller may see, deleted or not. */
export async function requireNote({ sql, actor }: Crm, id: number, lock: Fragment = sql``): Promise<NoteRow> {
  const [note] = await sql<NoteRow[]>`
    select n.* from crm.note n
    where n.company_id = ${actor.companyId} and n.id = ${id} and ${maySeeNote(actor, 'n')} ${lock}`
  if (!note) throw failure('missing', 'Note not found')
  return note
}

/** The same, locked for the rest of the transaction. */
export function lockNote(crm: Crm, id: number): Promise<NoteRow> {
  return requireNote(crm, id, crm.sql`for update of n`)
}

/** The same, kept from being removed; others may add comments at the same time. */
export function holdNote(crm: Crm, id: number): Promise<NoteRow> {
  return requireNote(crm, id, crm.sql`for key share of n`)
}

export interface CommentRow {
  id: string
  version: number
  is_deleted: boolean
  user_id: number
  content: string
}

/** A comment of a note, locked for the rest of the transaction. Callers have made sure that the note is visible. */
export async function lockComment({ sql, actor }: Crm, noteId: number, id: string): Promise<CommentRow> {
  const [comment] = await sql<CommentRow[]>`
    select c.* from crm.comment c
    where c.company_id = ${actor.companyId} and c.id = ${id} and c.note_id = ${noteId} for update`
  if (!comment) throw failure('missing', 'Comment not found')
  return comment
}

/** The note that a comment is on. */
export async function noteOfComment({ sql, actor }: Crm, id: string): Promise<number> {
  const [comment] = await sql<{ note_id: number }[]>`
    select note_id from crm.comment where company_id = ${actor.companyId} and id = ${id}`
  if (!comment) throw failure('missing', 'Comment not found')
  return comment.note_id
}

/** The comments of notes that are removed for good go with them, and what they said leaves the log. */
export async function forgetComments(sql: Sql, companyId: number, noteIds: PurgedIds): Promise<[]> {
  const gone = await sql<{ id: string }[]>`
    delete from crm.comment where company_id = ${companyId} and note_id = any(${noteIds}::bigint[]) returning id`
  const ids = gone.map(comment => comment.id)
  if (ids.length > 0) await forgetRecords(sql, { source: 'purge', companyId, table: 'comment', ids })
  return []
}
