import type { RecordKind } from '../../base/records/kind.ts'
import { activityFields } from './fields.ts'
import { activityRevert } from './revert.ts'
import { toldActivities } from './told.ts'
import { recentActivities } from './v1/recent.ts'

export const activityKind = {
  entity: 'activity',
  fields: activityFields,
  filterable: true,
  recent: recentActivities,
  revert: activityRevert,
  told: toldActivities,
} as const satisfies RecordKind
