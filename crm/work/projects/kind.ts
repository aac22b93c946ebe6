import type { RecordKind } from '../../base/records/kind.ts'
import { projectFields } from './fields.ts'
import { whenPurged } from './lifecycle.ts'
import { projectRevert } from './revert.ts'

export const projectKind = {
  entity: 'project',
  fields: projectFields,
  filterable: true,
  whenPurged,
  revert: projectRevert,
} as const satisfies RecordKind
