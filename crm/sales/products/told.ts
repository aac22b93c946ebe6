import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../base/access/visibility.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import type { Told } from '../../base/records/told.ts'
import { pricesIn } from './pricesWire.ts'
import { productColumnsV1, productJoinsV1 } from './v1/wire.ts'
import { Product } from './v2/shape.ts'
import { severalProductsV2 } from './v2/store.ts'
import { productColumnsV2 } from './v2/wire.ts'

export const toldProducts: Told = {
  logged: 'product',
  table: 'product',
  alias: 'p',
  maySee: actor => maySee(actor, 'product', 'p'),
  feed: {
    scopes: ['products:read', 'products:full'],
    seesOpen: () => true,
    following: 'productFollower',
    shape: Product,
    show: severalProductsV2,
  },
  webhook: {
    object: 'product',
    customFieldsOf: 'product',
    besideIt: ['prices'],
    seenBy: { own: 'product' },
    v1: (_, then) => ({ columns: productColumnsV1(pricesIn(then)), joins: productJoinsV1 }),
    v2: async (crm, then) => ({
      columns: productColumnsV2(await fieldsOf(crm, 'product'), pricesIn(then)),
      joins: sql``,
    }),
    plainIds: ['owner_id'],
  },
}
