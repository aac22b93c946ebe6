import { inputWas, type Revert, written } from '../../base/records/revert.ts'
import { type NoteInput, PINS } from './rules.ts'
import { maySeeNote } from './visibility.ts'
import { removeNote, updateNote } from './write.ts'

export const noteRevert: Revert = {
  table: 'note',
  fields: written('content', 'user_id', 'add_time', ...PINS.flat()),
  signature: ['last_update_user_id'],
  maySee: actor => maySeeNote(actor, 'r'),
  scopes: {
    read: ['deals:read', 'deals:full', 'contacts:read', 'contacts:full'],
    write: ['deals:full', 'contacts:full'],
  },
  rights: { change: [], remove: [] },
  fixed: {},
  update: (crm, id: number, was, undoing) => updateNote(crm, id, inputWas<NoteInput>(was, ['add_time']), undoing),
  remove: (crm, id: number, options) => removeNote(crm, id, options),
}
