import type { Followed } from '../../base/followers/followed.ts'
import { lockLiveDeal } from '../dealProducts/store.ts'
import { requireDeal } from './store.ts'

/** How a deal is followed. */
export const followedDeal: Followed = { entity: 'deal', one: 'a deal', require: requireDeal, requireLive: lockLiveDeal }
