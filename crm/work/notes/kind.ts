import type { RecordKind } from '../../base/records/kind.ts'
import { noteFields } from './fields.ts'
import { noteRevert } from './revert.ts'
import { noteFeed } from './v1/feed.ts'
import { recentNotes } from './v1/recent.ts'
import { watchedNotes } from './watched.ts'

export const noteKind = {
  entity: 'note',
  fields: noteFields,
  recent: recentNotes,
  revert: noteRevert,
  watched: watchedNotes,
  fed: noteFeed,
} as const satisfies RecordKind
