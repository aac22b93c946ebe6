import type { Fed } from '../../../base/records/fed.ts'
import { maySeeActivity } from '../visibility.ts'
import { Activity } from './shape.ts'
import { severalActivitiesV2 } from './store.ts'

export const activityFeed: Fed = {
  item: 'activity',
  table: 'activity',
  alias: 'a',
  scopes: ['activities:read', 'activities:full'],
  maySee: actor => maySeeActivity(actor, 'a'),
  shape: Activity,
  show: severalActivitiesV2,
}
