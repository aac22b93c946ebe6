import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { type DeletionOptions, insertRecord, updateRecord, type Values } from '../../base/changes/write.ts'
import { changed, checkReferences } from '../../base/records/references.ts'
import { type Undoing, undoneIn } from '../../base/records/revert.ts'
import { requireMatch } from '../../base/records/version.ts'
import { checkNoteLinks } from './links.ts'
import { checkPlaces, NO_LINKS, type NoteInput } from './rules.ts'
import { lockNote } from './store.ts'

/** Stores a new note and gives back its id. */
export async function createNote(crm: Crm, input: NoteInput): Promise<number> {
  const { actor, now } = crm
  const author = input.user_id ?? actor.userId
  await checkAuthor(crm, input, { user_id: actor.userId })
  checkPlaces(NO_LINKS, input)
  await checkNoteLinks(crm, given(input))
  const { id } = await insertRecord<{ id: number }>(crm, 'note', {
    ...input,
    user_id: author,
    add_time: input.add_time ?? now,
    update_time: now,
  })
  return id
}

/** Changes a note the caller may see; or undoes a change of it, a deletion too. */
export async function updateNote(crm: Crm, id: number, input: NoteInput, undoing?: Undoing): Promise<void> {
  const note = await lockNote(crm, id)
  requireMatch(crm, note.version)
  const { columns, options } = undoneIn('note', note, undoing)
  const sameTime = input.add_time?.getTime() === note.add_time.getTime()
  const anew = changed(given(sameTime ? { ...input, add_time: undefined } : input), note)
  await checkAuthor(crm, anew, note)
  checkPlaces(note, input)
  await checkNoteLinks(crm, anew)
  const values = { ...anew, ...columns }
  if (Object.keys(values).length === 0) return
  await updateRecord(crm, 'note', id, { ...values, last_update_user_id: crm.actor.userId }, options)
}

/** Deletes a note with its comments, for 30 days out of sight only. Deleting twice is deleting once. */
export async function removeNote(crm: Crm, id: number, options: DeletionOptions = {}): Promise<void> {
  const note = await lockNote(crm, id)
  requireMatch(crm, note.version)
  if (note.is_deleted) return
  const values: Values = { is_deleted: true, delete_time: crm.now, last_update_user_id: crm.actor.userId }
  await updateRecord(crm, 'note', id, values, { action: 'deleted', ...options })
}

/** Who wrote a note, and when, is for admins to say. */
async function checkAuthor(
  crm: Crm,
  { user_id, add_time }: NoteInput,
  { user_id: author }: { user_id: number },
): Promise<void> {
  const says = [user_id !== undefined && user_id !== author ? 'user_id' : '', add_time ? 'add_time' : '']
  const field = says.find(Boolean)
  if (!field) return
  if (!crm.actor.isAdmin)
    throw failure('forbidden', `Only an admin may set ${field} of a note: leave it out`, { field })
  if (field === 'user_id') await checkReferences(crm, { owner_id: user_id }, 'user_id')
}

/** The input without what it does not say. */
function given(input: NoteInput): NoteInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
