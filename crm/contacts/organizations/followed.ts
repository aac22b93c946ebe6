import type { Followed } from '../../base/followers/followed.ts'
import { lockLiveOrganization, requireOrganization } from './store.ts'

/** How an organization is followed. */
export const followedOrganization: Followed = {
  entity: 'organization',
  one: 'an organization',
  require: requireOrganization,
  requireLive: lockLiveOrganization,
}
