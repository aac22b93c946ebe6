import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { insertRecord, updateRecord } from '../../base/changes/write.ts'
import { requireMatch } from '../../base/records/version.ts'
import { type CommentRow, holdNote, lockComment } from './store.ts'

/** Stores a comment on a note the caller may see, and gives back its id. */
export async function createComment(crm: Crm, noteId: number, content: string): Promise<string> {
  const { actor, now } = crm
  const note = await holdNote(crm, noteId)
  if (note.is_deleted) throw failure('gone', 'The note is deleted')
  const { id } = await insertRecord<{ id: string }>(crm, 'comment', {
    note_id: noteId,
    content,
    user_id: actor.userId,
    updater_id: actor.userId,
    add_time: now,
    update_time: now,
  })
  return id
}

/** Changes what a comment says: its author may, and admins. */
export async function updateComment(crm: Crm, noteId: number, id: string, content: string): Promise<void> {
  const comment = await lockOwnComment(crm, noteId, id)
  if (comment.is_deleted) throw failure('gone', 'The comment is deleted')
  if (comment.content === content) return
  await updateRecord(crm, 'comment', id, { content, updater_id: crm.actor.userId })
}

/** Deletes a comment. Deleting twice is deleting once. */
export async function removeComment(crm: Crm, noteId: number, id: string): Promise<void> {
  const comment = await lockOwnComment(crm, noteId, id)
  if (comment.is_deleted) return
  const values = { is_deleted: true, delete_time: crm.now, updater_id: crm.actor.userId }
  await updateRecord(crm, 'comment', id, values, { action: 'deleted' })
}

async function lockOwnComment(crm: Crm, noteId: number, id: string): Promise<CommentRow> {
  await holdNote(crm, noteId)
  const comment = await lockComment(crm, noteId, id)
  const { userId, isAdmin } = crm.actor
  if (comment.user_id !== userId && !isAdmin)
    throw failure('forbidden', 'Only the author of a comment and admins may change or delete it')
  requireMatch(crm, comment.version)
  return comment
}
