import { fragment as sql } from '@portico/kit/database/sql'
import { EVERYTHING } from '../../base/access/visibility.ts'
import { type Recent, textsById } from '../../base/records/recent.ts'
import { EVERYBODY, shownAsRecent, type Told } from '../../base/records/told.ts'
import { activityTypesOfIds } from './store.ts'
import { ActivityType } from './v1/shape.ts'
import { activityTypeColumns } from './v1/wire.ts'

const recent: Recent = {
  item: 'activityType',
  logged: 'activity_type',
  shape: ActivityType,
  show: async (crm, ids) => textsById(await activityTypesOfIds(crm, ids), row => row.wire),
}

const told: Told = {
  logged: 'activity_type',
  table: 'activity_type',
  alias: 't',
  maySee: () => EVERYTHING,
  feed: {
    scopes: ['activities:read', 'activities:full', 'admin'],
    shape: ActivityType,
    show: shownAsRecent(recent),
  },
  webhook: {
    object: 'activityType',
    seenBy: EVERYBODY,
    v1: () => ({ columns: activityTypeColumns, joins: sql`` }),
  },
}

export const activityTypeKind = { recent, told }
