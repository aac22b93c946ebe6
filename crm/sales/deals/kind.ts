import type { RecordKind } from '../../base/records/kind.ts'
import { dealFields } from './fields.ts'
import { whenMerged, whenPurged } from './lifecycle.ts'
import { dealRevert } from './revert.ts'
import { recentDeals } from './v1/recent.ts'
import { dealFeed } from './v2/feed.ts'
import { watchedDeals } from './watched.ts'

export const dealKind = {
  entity: 'deal',
  fields: dealFields,
  filterable: true,
  whenMerged,
  whenPurged,
  recent: recentDeals,
  revert: dealRevert,
  watched: watchedDeals,
  fed: dealFeed,
} as const satisfies RecordKind
