import type { WhenPurged } from '../../base/records/lifecycle.ts'
import { forgetComments } from './store.ts'
import { linksOfNote } from './visibility.ts'

export const whenPurged: WhenPurged = { table: 'note', named: [], linkedBy: linksOfNote, files: forgetComments }

export const whenCommentPurged: WhenPurged = { table: 'comment', named: [] }
