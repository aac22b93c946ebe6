import type { RecordKind } from '../../base/records/kind.ts'
import { organizationFields } from './fields.ts'
import { whenMerged, whenPurged } from './lifecycle.ts'
import { organizationRevert } from './revert.ts'
import { recentOrganizations } from './v1/recent.ts'
import { organizationFeed } from './v2/feed.ts'
import { watchedOrganizations } from './watched.ts'

export const organizationKind = {
  entity: 'organization',
  fields: organizationFields,
  filterable: true,
  whenMerged,
  whenPurged,
  recent: recentOrganizations,
  revert: organizationRevert,
  watched: watchedOrganizations,
  fed: organizationFeed,
} as const satisfies RecordKind
