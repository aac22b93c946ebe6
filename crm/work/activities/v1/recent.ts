import { fragment as sql } from '@portico/kit/database/sql'
import { ALL_OF_THEM, type Recent, textsById } from '../../../base/records/recent.ts'
import { ActivityV1 } from './shape.ts'
import { selectActivitiesV1 } from './store.ts'

export const recentActivities: Recent = {
  item: 'activity',
  logged: 'activity',
  shape: ActivityV1,
  async show(crm, ids) {
    const rows = await selectActivitiesV1(crm, sql`a.id = any(${ids}::bigint[])`, sql`a.id`, ALL_OF_THEM)
    return textsById(rows, row => row.wire)
  },
}
