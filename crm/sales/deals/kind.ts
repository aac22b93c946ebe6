import type { RecordKind } from '../../base/records/kind.ts'
import { dealFields } from './fields.ts'
import { whenMerged, whenPurged } from './lifecycle.ts'

export const dealKind = {
  entity: 'deal',
  fields: dealFields,
  filterable: true,
  whenMerged,
  whenPurged,
} as const satisfies RecordKind
