import type { RecordKind } from '../../base/records/kind.ts'
import { organizationFields } from './fields.ts'
import { whenMerged, whenPurged } from './lifecycle.ts'

export const organizationKind = {
  entity: 'organization',
  fields: organizationFields,
  filterable: true,
  whenMerged,
  whenPurged,
} as const satisfies RecordKind
