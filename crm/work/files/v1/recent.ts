import { fragment as sql } from '@portico/kit/database/sql'
import { ALL_OF_THEM, type Recent, textsById } from '../../../base/records/recent.ts'
import { FileV1 } from './shape.ts'
import { selectFiles } from './store.ts'

export const recentFiles: Recent = {
  item: 'file',
  logged: 'file',
  shape: FileV1,
  async show(crm, ids) {
    const rows = await selectFiles(crm, sql`file.id = any(${ids}::bigint[])`, sql`file.id`, ALL_OF_THEM)
    return textsById(rows, row => row.wire)
  },
}
