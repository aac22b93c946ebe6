import { maySee } from '../../../base/access/visibility.ts'
import type { Fed } from '../../../base/records/fed.ts'
import { Deal } from './shape.ts'
import { severalDealsV2 } from './store.ts'

export const dealFeed: Fed = {
  item: 'deal',
  table: 'deal',
  alias: 'd',
  scopes: ['deals:read', 'deals:full'],
  maySee: actor => maySee(actor, 'deal', 'd'),
  seesOpen: actor => actor.hiddenPipelines.length === 0,
  following: 'dealFollower',
  shape: Deal,
  show: severalDealsV2,
}
