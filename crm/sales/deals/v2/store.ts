import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { recordReads } from '../../../base/records/readStore.ts'
import { type IncludedInDeal, includedColumns } from './included.ts'
import type { Deal } from './shape.ts'
import { dealColumnsV2 } from './wire.ts'

export const {
  one: oneDealV2,
  page: dealPageV2,
  several: severalDealsV2,
} = recordReads<Deal, IncludedInDeal>({
  name: 'Deal',
  table: 'deal',
  alias: 'd',
  customFieldsOf: 'deal',
  maySee: actor => maySee(actor, 'deal', 'd'),
  async select(crm, include) {
    const own = dealColumnsV2(await fieldsOf(crm, 'deal'))
    return { columns: sql`${own} ${includedColumns(crm, include)}`, joins: sql`` }
  },
})
