import Type from 'typebox'
import type { Crm } from '../../api/context.ts'
import { aroundLogPage } from '../../changes/aroundLog.ts'
import { timeV2 } from '../../records/time.ts'
import type { FollowedEntity } from '../followed.ts'

export const FollowerChange = Type.Object({
  action: Type.String({ enum: ['added', 'removed'] }),
  actor_user_id: Type.Integer(),
  follower_user_id: Type.Integer(),
  time: Type.String(),
})

/** Who began and who ceased to follow a record, newest first. */
export function followersChangelogPage(
  crm: Crm,
  entity: FollowedEntity,
  id: number,
  query: { cursor?: string | undefined; limit?: number | undefined },
) {
  return aroundLogPage(crm, `${entity}Follower`, id, query, ({ action, actor_id, facts, at }) => ({
    action: action === 'added' ? 'added' : 'removed',
    actor_user_id: actor_id ?? 0,
    follower_user_id: facts.follower_user_id ?? 0,
    time: timeV2(at),
  }))
}
