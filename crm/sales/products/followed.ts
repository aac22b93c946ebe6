import type { Followed } from '../../base/followers/followed.ts'
import { lockLiveProduct, requireProduct } from './store.ts'

/** How a product is followed. */
export const followedProduct: Followed = {
  entity: 'product',
  one: 'a product',
  require: requireProduct,
  requireLive: lockLiveProduct,
}
