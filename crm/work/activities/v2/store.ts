import { fragment as sql } from '@portico/kit/database/sql'
import { recordReads } from '../../../base/records/readStore.ts'
import { participantsIn } from '../participantsWire.ts'
import { maySeeActivity } from '../visibility.ts'
import type { Activity } from './shape.ts'
import { activityColumnsV2 } from './wire.ts'

export const {
  one: oneActivityV2,
  page: activityPageV2,
  several: severalActivitiesV2,
} = recordReads<Activity, 'attendees'>({
  name: 'Activity',
  table: 'activity',
  alias: 'a',
  maySee: actor => maySeeActivity(actor, 'a'),
  besideIt: 'participants',
  includedInLog: ['attendees'],
  select: async (_, include, then) => ({
    columns: activityColumnsV2({
      attendees: include?.includes('attendees') ?? false,
      ...(then && { taking: participantsIn(then) }),
    }),
    joins: sql``,
  }),
})
