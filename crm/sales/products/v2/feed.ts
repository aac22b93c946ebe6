import { maySee } from '../../../base/access/visibility.ts'
import type { Fed } from '../../../base/records/fed.ts'
import { Product } from './shape.ts'
import { severalProductsV2 } from './store.ts'

export const productFeed: Fed = {
  item: 'product',
  table: 'product',
  alias: 'p',
  scopes: ['products:read', 'products:full'],
  maySee: actor => maySee(actor, 'product', 'p'),
  seesOpen: () => true,
  following: 'productFollower',
  shape: Product,
  show: severalProductsV2,
}
