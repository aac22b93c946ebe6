import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { Watched } from '../../base/records/watched.ts'
import { dealColumnsV1, dealJoinsV1 } from './v1/wire.ts'
import { dealColumnsV2 } from './v2/wire.ts'

export const watchedDeals: Watched = {
  object: 'deal',
  logged: 'deal',
  table: 'deal',
  alias: 'd',
  customFieldsOf: 'deal',
  maySee: actor => maySee(actor, 'deal', 'd'),
  seenBy: { own: 'deal' },
  v1: crm => ({ columns: dealColumnsV1(crm, 'ids'), joins: dealJoinsV1(crm) }),
  v2: async crm => ({ columns: dealColumnsV2(await fieldsOf(crm, 'deal')), joins: sql`` }),
}
