import { fragment as sql } from '@portico/kit/database/sql'
import type { Told } from '../../base/records/told.ts'
import { LINKS } from '../linkedRecords.ts'
import { participantsIn } from './participantsWire.ts'
import { activityColumnsV1, activityDetailsV1, activityJoinsV1 } from './v1/wire.ts'
import { Activity } from './v2/shape.ts'
import { severalActivitiesV2 } from './v2/store.ts'
import { activityColumnsV2 } from './v2/wire.ts'
import { maySeeActivity } from './visibility.ts'

export const toldActivities: Told = {
  logged: 'activity',
  table: 'activity',
  alias: 'a',
  maySee: actor => maySeeActivity(actor, 'a'),
  feed: {
    scopes: ['activities:read', 'activities:full'],
    shape: Activity,
    show: severalActivitiesV2,
  },
  webhook: {
    object: 'activity',
    besideIt: ['participants'],
    seenBy: { links: LINKS, owner: 'owner_id' },
    v1: (crm, then) => ({
      columns: sql`${activityColumnsV1(crm)}, ${activityDetailsV1(crm, participantsIn(then))}`,
      joins: activityJoinsV1,
    }),
    v2: (_, then) => ({
      columns: activityColumnsV2({ attendees: true, taking: participantsIn(then) }),
      joins: sql``,
    }),
  },
}
