import { type Fed, shownAsRecent } from '../../../base/records/fed.ts'
import { maySeeNote } from '../visibility.ts'
import { recentNotes } from './recent.ts'
import { NoteV1 } from './shape.ts'

export const noteFeed: Fed = {
  item: 'note',
  table: 'note',
  alias: 'n',
  scopes: ['deals:read', 'deals:full', 'contacts:read', 'contacts:full'],
  maySee: actor => maySeeNote(actor, 'n'),
  shape: NoteV1,
  show: shownAsRecent(recentNotes),
}
