import type { RecordKind } from '../../base/records/kind.ts'
import { dealFields } from './fields.ts'
import { whenMerged, whenPurged } from './lifecycle.ts'
import { dealRevert } from './revert.ts'
import { toldDeals } from './told.ts'
import { recentDeals } from './v1/recent.ts'

export const dealKind = {
  entity: 'deal',
  fields: dealFields,
  filterable: true,
  whenMerged,
  whenPurged,
  recent: recentDeals,
  revert: dealRevert,
  told: toldDeals,
} as const satisfies RecordKind
