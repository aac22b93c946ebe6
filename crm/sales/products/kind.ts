import type { RecordKind } from '../../base/records/kind.ts'
import { productFields } from './fields.ts'
import { whenPurged } from './lifecycle.ts'
import { productRevert } from './revert.ts'
import { recentProducts } from './v1/recent.ts'
import { productFeed } from './v2/feed.ts'
import { watchedProducts } from './watched.ts'

export const productKind = {
  entity: 'product',
  fields: productFields,
  filterable: true,
  whenPurged,
  recent: recentProducts,
  revert: productRevert,
  watched: watchedProducts,
  fed: productFeed,
} as const satisfies RecordKind
