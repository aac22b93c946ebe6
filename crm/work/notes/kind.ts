import type { RecordKind } from '../../base/records/kind.ts'
import { noteFields } from './fields.ts'
import { noteRevert } from './revert.ts'
import { commentRevert } from './revertComment.ts'
import { toldComments, toldNotes } from './told.ts'
import { recentNotes } from './v1/recent.ts'

export const noteKind = {
  entity: 'note',
  fields: noteFields,
  recent: recentNotes,
  revert: noteRevert,
  told: toldNotes,
} as const satisfies RecordKind

export const commentKind = { revert: commentRevert, told: toldComments }
