import type { RecordKind } from '../../base/records/kind.ts'
import { projectFields } from './fields.ts'
import { whenPurged } from './lifecycle.ts'
import { projectRevert } from './revert.ts'
import { toldProjects } from './told.ts'

export const projectKind = {
  entity: 'project',
  fields: projectFields,
  filterable: true,
  whenPurged,
  revert: projectRevert,
  told: toldProjects,
} as const satisfies RecordKind
