import type { Told } from '../../base/records/told.ts'
import { maySeeDealOf } from '../deals/visibility.ts'
import { severalSubscriptions } from './store.ts'
import { Subscription, shownSubscription } from './v1/shape.ts'

const told: Told = {
  logged: 'subscription',
  table: 'subscription',
  alias: 's',
  maySee: actor => maySeeDealOf(actor, 's'),
  feed: {
    scopes: ['deals:read', 'deals:full'],
    shape: Subscription,
    async show(crm, ids) {
      const rows = await severalSubscriptions(crm, ids.map(Number))
      return new Map(rows.map(row => [String(row.id), JSON.stringify(shownSubscription(row, crm.now))]))
    },
  },
}

export const subscriptionKind = { told }
