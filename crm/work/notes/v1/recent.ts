import { fragment as sql } from '@portico/kit/database/sql'
import { ALL_OF_THEM, type Recent, textsById } from '../../../base/records/recent.ts'
import { NoteV1 } from './shape.ts'
import { selectNotes } from './store.ts'

export const recentNotes: Recent = {
  item: 'note',
  logged: 'note',
  shape: NoteV1,
  async show(crm, ids) {
    const rows = await selectNotes(crm, sql`n.id = any(${ids}::bigint[])`, sql`n.id`, ALL_OF_THEM)
    return textsById(rows, row => row.wire)
  },
}
