import type { RecordKind } from '../../base/records/kind.ts'
import { activityFields } from './fields.ts'
import { activityRevert } from './revert.ts'
import { recentActivities } from './v1/recent.ts'
import { activityFeed } from './v2/feed.ts'
import { watchedActivities } from './watched.ts'

export const activityKind = {
  entity: 'activity',
  fields: activityFields,
  filterable: true,
  recent: recentActivities,
  revert: activityRevert,
  watched: watchedActivities,
  fed: activityFeed,
} as const satisfies RecordKind
