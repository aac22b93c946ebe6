import type { RecordKind } from '../../base/records/kind.ts'
import { leadFields } from './fields.ts'
import { leadRevert } from './revert.ts'
import { toldLeads } from './told.ts'

export const leadKind = {
  entity: 'lead',
  fields: leadFields,
  filterable: true,
  revert: leadRevert,
  told: toldLeads,
} as const satisfies RecordKind
