import { fragment as sql } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { recordReads } from '../../../base/records/readStore.ts'
import { pricesIn } from '../pricesWire.ts'
import type { Product } from './shape.ts'
import { productColumnsV2 } from './wire.ts'

export const {
  one: oneProductV2,
  page: productPageV2,
  several: severalProductsV2,
} = recordReads<Product>({
  name: 'Product',
  table: 'product',
  alias: 'p',
  customFieldsOf: 'product',
  maySee: actor => maySee(actor, 'product', 'p'),
  besideIt: 'prices',
  select: async (crm, _, then) => ({
    columns: productColumnsV2(await fieldsOf(crm, 'product'), then && pricesIn(then)),
    joins: sql``,
  }),
})
