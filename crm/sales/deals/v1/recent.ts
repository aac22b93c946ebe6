import { fragment as sql } from '@portico/kit/database/sql'
import { fieldsOf } from '../../../base/fields/check.ts'
import { ALL_OF_THEM, type Recent, textsById } from '../../../base/records/recent.ts'
import { textV1 } from '../../../base/records/v1/wire.ts'
import { DealV1WithIds } from './shape.ts'
import { selectDealsV1 } from './store.ts'

export const recentDeals: Recent = {
  item: 'deal',
  logged: 'deal',
  shape: DealV1WithIds,
  async show(crm, ids) {
    const fields = await fieldsOf(crm, 'deal')
    const rows = await selectDealsV1(crm, sql`d.id = any(${ids}::bigint[])`, sql`d.id`, ALL_OF_THEM, 'ids')
    return textsById(rows, row => textV1(fields, row))
  },
}
