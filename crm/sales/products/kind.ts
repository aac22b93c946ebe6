import type { RecordKind } from '../../base/records/kind.ts'
import { productFields } from './fields.ts'
import { whenPurged } from './lifecycle.ts'

export const productKind = {
  entity: 'product',
  fields: productFields,
  filterable: true,
  whenPurged,
} as const satisfies RecordKind
