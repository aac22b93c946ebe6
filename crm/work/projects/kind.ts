import type { RecordKind } from '../../base/records/kind.ts'
import { projectFields } from './fields.ts'
import { whenPurged } from './lifecycle.ts'

export const projectKind = {
  entity: 'project',
  fields: projectFields,
  filterable: true,
  whenPurged,
} as const satisfies RecordKind
