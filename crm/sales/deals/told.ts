import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { Told } from '../../base/records/told.ts'
import { dealColumnsV1, dealJoinsV1 } from './v1/wire.ts'
import { Deal } from './v2/shape.ts'
import { severalDealsV2 } from './v2/store.ts'
import { dealColumnsV2 } from './v2/wire.ts'

export const toldDeals: Told = {
  logged: 'deal',
  table: 'deal',
  alias: 'd',
  maySee: actor => maySee(actor, 'deal', 'd'),
  feed: {
    scopes: ['deals:read', 'deals:full'],
    seesOpen: actor => actor.hiddenPipelines.length === 0,
    following: 'dealFollower',
    shape: Deal,
    show: severalDealsV2,
  },
  webhook: {
    object: 'deal',
    customFieldsOf: 'deal',
    seenBy: { own: 'deal' },
    v1: crm => ({ columns: dealColumnsV1(crm, 'ids'), joins: dealJoinsV1(crm) }),
    v2: async crm => ({ columns: dealColumnsV2(await fieldsOf(crm, 'deal')), joins: sql`` }),
  },
}
