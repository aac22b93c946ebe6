import type { Followed } from '../../base/followers/followed.ts'
import { lockLivePerson, requirePerson } from './store.ts'

/** How a person is followed. */
export const followedPerson: Followed = {
  entity: 'person',
  one: 'a person',
  require: requirePerson,
  requireLive: lockLivePerson,
}
