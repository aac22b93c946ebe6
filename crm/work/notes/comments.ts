import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { type DeletionOptions, insertRecord, updateRecord } from '../../base/changes/write.ts'
import { type Undoing, undoneIn } from '../../base/records/revert.ts'
import { requireMatch } from '../../base/records/version.ts'
import { type CommentRow, holdNote, lockComment, type NoteRow } from './store.ts'

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

/** Changes what a comment says: its author may, and admins; or undoes a change of it, a deletion too. */
export async function updateComment(
  crm: Crm,
  { noteId, id }: CommentPath,
  content: string | undefined,
  undoing?: Undoing,
): Promise<void> {
  const { note, comment } = await lockOwnComment(crm, { noteId, id })
  const { columns, comesBack, options } = undoneIn('comment', comment, undoing)
  if (comesBack && note.is_deleted)
    throw failure('conflict', `The comment is on note ${noteId}, which is deleted: undo the deletion of the note first`)
  if (content === comment.content && !undoing) return
  await updateRecord(
    crm,
    'comment',
    id,
    { ...(content !== undefined && { content }), ...columns, updater_id: crm.actor.userId },
    options,
  )
}

/** Deletes a comment. Deleting twice is deleting once. */
export async function removeComment(
  crm: Crm,
  { noteId, id }: CommentPath,
  options: DeletionOptions = {},
): Promise<void> {
  const { comment } = await lockOwnComment(crm, { noteId, id })
  if (comment.is_deleted) return
  const values = { is_deleted: true, delete_time: crm.now, updater_id: crm.actor.userId }
  await updateRecord(crm, 'comment', id, values, { action: 'deleted', ...options })
}

interface CommentPath {
  noteId: number
  id: string
}

async function lockOwnComment(crm: Crm, { noteId, id }: CommentPath): Promise<{ note: NoteRow; comment: CommentRow }> {
  const note = await holdNote(crm, noteId)
  const comment = await lockComment(crm, noteId, id)
  const { userId, isAdmin } = crm.actor
  if (comment.user_id !== userId && !isAdmin)
    throw failure('forbidden', 'Only the author of a comment and admins may change or delete it')
  requireMatch(crm, comment.version)
  return { note, comment }
}
