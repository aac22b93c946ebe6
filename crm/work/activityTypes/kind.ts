import { type Recent, textsById } from '../../base/records/recent.ts'
import { activityTypesOfIds } from './store.ts'
import { ActivityType } from './v1/shape.ts'

const recent: Recent = {
  item: 'activityType',
  logged: 'activity_type',
  shape: ActivityType,
  show: async (crm, ids) => textsById(await activityTypesOfIds(crm, ids), row => row.wire),
}

export const activityTypeKind = { recent }
