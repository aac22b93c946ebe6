import type { RecordKind } from '../../base/records/kind.ts'
import { leadFields } from './fields.ts'
import { leadRevert } from './revert.ts'
import { leadFeed } from './v1/feed.ts'
import { watchedLeads } from './watched.ts'

export const leadKind = {
  entity: 'lead',
  fields: leadFields,
  filterable: true,
  revert: leadRevert,
  watched: watchedLeads,
  fed: leadFeed,
} as const satisfies RecordKind
