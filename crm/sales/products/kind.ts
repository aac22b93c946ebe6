import type { RecordKind } from '../../base/records/kind.ts'
import { productFields } from './fields.ts'
import { whenPurged } from './lifecycle.ts'
import { recentProducts } from './v1/recent.ts'

export const productKind = {
  entity: 'product',
  fields: productFields,
  filterable: true,
  whenPurged,
  recent: recentProducts,
} as const satisfies RecordKind
