import { fragment as sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { shownAsRecent, type Told } from '../../base/records/told.ts'
import { shownInColumns } from '../../base/records/toldStore.ts'
import { LINKS } from '../linkedRecords.ts'
import { recentNotes } from './v1/recent.ts'
import { CommentV1, NoteV1 } from './v1/shape.ts'
import { commentColumns, noteColumns, noteJoins } from './v1/wire.ts'
import { maySeeComment, maySeeNote } from './visibility.ts'

export const toldNotes: Told = {
  logged: 'note',
  table: 'note',
  alias: 'n',
  maySee: actor => maySeeNote(actor, 'n'),
  feed: {
    scopes: ['deals:read', 'deals:full', 'contacts:read', 'contacts:full'],
    shape: NoteV1,
    show: shownAsRecent(recentNotes),
  },
  webhook: {
    object: 'note',
    seenBy: { links: LINKS },
    v1: ({ actor }) => ({ columns: noteColumns(actor), joins: noteJoins }),
  },
}

const comment = {
  logged: 'comment',
  table: 'comment',
  idType: 'uuid',
  alias: 'c',
  maySee: (actor: Actor) => maySeeComment(actor, 'c'),
} as const

export const toldComments: Told = {
  ...comment,
  feed: {
    scopes: ['deals:read', 'deals:full', 'contacts:read', 'contacts:full'],
    shape: CommentV1,
    show: shownInColumns(comment, { columns: commentColumns, isPresent: sql`not c.is_deleted` }),
  },
}
