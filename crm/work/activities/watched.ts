import { fragment as sql } from '@portico/kit/database/sql'
import type { Watched } from '../../base/records/watched.ts'
import { LINKS } from '../linkedRecords.ts'
import { participantsIn } from './participantsWire.ts'
import { activityColumnsV1, activityDetailsV1, activityJoinsV1 } from './v1/wire.ts'
import { activityColumnsV2 } from './v2/wire.ts'
import { maySeeActivity } from './visibility.ts'

export const watchedActivities: Watched = {
  object: 'activity',
  logged: 'activity',
  table: 'activity',
  alias: 'a',
  besideIt: ['participants'],
  maySee: actor => maySeeActivity(actor, 'a'),
  seenBy: { links: LINKS, owner: 'owner_id' },
  v1: (crm, then) => ({
    columns: sql`${activityColumnsV1(crm)}, ${activityDetailsV1(crm, participantsIn(then))}`,
    joins: activityJoinsV1,
  }),
  v2: (_, then) => ({
    columns: activityColumnsV2({ attendees: true, taking: participantsIn(then) }),
    joins: sql``,
  }),
}
