import type { Watched } from '../../base/records/watched.ts'
import { LINKS } from '../linkedRecords.ts'
import { noteColumns, noteJoins } from './v1/wire.ts'
import { maySeeNote } from './visibility.ts'

export const watchedNotes: Watched = {
  object: 'note',
  logged: 'note',
  table: 'note',
  alias: 'n',
  maySee: actor => maySeeNote(actor, 'n'),
  seenBy: { links: LINKS },
  v1: ({ actor }) => ({ columns: noteColumns(actor), joins: noteJoins }),
}
