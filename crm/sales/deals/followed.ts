import type { Followed } from '../../base/followers/followed.ts'
import { lockLiveDeal, requireDeal } from './store.ts'

/** How a deal is followed. */
export const followedDeal: Followed = { entity: 'deal', one: 'a deal', require: requireDeal, requireLive: lockLiveDeal }
