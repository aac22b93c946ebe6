import type { RecordKind } from '../../base/records/kind.ts'
import { leadFields } from './fields.ts'
import { leadRevert } from './revert.ts'

export const leadKind = {
  entity: 'lead',
  fields: leadFields,
  filterable: true,
  revert: leadRevert,
} as const satisfies RecordKind
