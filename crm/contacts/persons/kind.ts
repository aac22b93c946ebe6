import type { RecordKind } from '../../base/records/kind.ts'
import { personFields } from './fields.ts'
import { whenMerged, whenPurged } from './lifecycle.ts'

export const personKind = {
  entity: 'person',
  fields: personFields,
  filterable: true,
  whenMerged,
  whenPurged,
} as const satisfies RecordKind
