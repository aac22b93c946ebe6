import type { RecordKind } from '../../base/records/kind.ts'
import { productFields } from './fields.ts'
import { whenPurged } from './lifecycle.ts'
import { productRevert } from './revert.ts'
import { toldProducts } from './told.ts'
import { recentProducts } from './v1/recent.ts'

export const productKind = {
  entity: 'product',
  fields: productFields,
  filterable: true,
  whenPurged,
  recent: recentProducts,
  revert: productRevert,
  told: toldProducts,
} as const satisfies RecordKind
