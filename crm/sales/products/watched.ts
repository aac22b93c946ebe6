import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { Watched } from '../../base/records/watched.ts'
import { pricesIn } from './pricesWire.ts'
import { productColumnsV1, productJoinsV1 } from './v1/wire.ts'
import { productColumnsV2 } from './v2/wire.ts'

export const watchedProducts: Watched = {
  object: 'product',
  logged: 'product',
  table: 'product',
  alias: 'p',
  customFieldsOf: 'product',
  besideIt: ['prices'],
  maySee: actor => maySee(actor, 'product', 'p'),
  seenBy: { own: 'product' },
  v1: (_, then) => ({ columns: productColumnsV1(pricesIn(then)), joins: productJoinsV1 }),
  v2: async (crm, then) => ({
    columns: productColumnsV2(await fieldsOf(crm, 'product'), pricesIn(then)),
    joins: sql``,
  }),
  plainIds: ['owner_id'],
}
