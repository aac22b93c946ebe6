import type { RecordKind } from '../../base/records/kind.ts'
import { personFields } from './fields.ts'
import { whenMerged, whenPurged } from './lifecycle.ts'
import { personRevert } from './revert.ts'
import { toldPersons } from './told.ts'
import { recentPersons } from './v1/recent.ts'

export const personKind = {
  entity: 'person',
  fields: personFields,
  filterable: true,
  whenMerged,
  whenPurged,
  recent: recentPersons,
  revert: personRevert,
  told: toldPersons,
} as const satisfies RecordKind
