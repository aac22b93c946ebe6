import { fragment as sql } from '@portico/kit/database/sql'
import { EVERYTHING } from '../../base/access/visibility.ts'
import { type Fed, shownAsRecent } from '../../base/records/fed.ts'
import { type Recent, textsById } from '../../base/records/recent.ts'
import { EVERYBODY, type Watched } from '../../base/records/watched.ts'
import { activityTypesOfIds } from './store.ts'
import { ActivityType } from './v1/shape.ts'
import { activityTypeColumns } from './v1/wire.ts'

const recent: Recent = {
  item: 'activityType',
  logged: 'activity_type',
  shape: ActivityType,
  show: async (crm, ids) => textsById(await activityTypesOfIds(crm, ids), row => row.wire),
}

const watched: Watched = {
  object: 'activityType',
  logged: 'activity_type',
  table: 'activity_type',
  alias: 't',
  maySee: () => sql`true`,
  seenBy: EVERYBODY,
  v1: () => ({ columns: activityTypeColumns, joins: sql`` }),
}

const fed: Fed = {
  item: 'activity_type',
  table: 'activity_type',
  alias: 't',
  scopes: ['activities:read', 'activities:full', 'admin'],
  maySee: () => EVERYTHING,
  shape: ActivityType,
  show: shownAsRecent(recent),
}

export const activityTypeKind = { recent, watched, fed }
