import type { Answered } from '@portico/kit/api/answer'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../api/context.ts'
import { cursorPage, keyset } from '../../lists/cursor.ts'
import { timeV2 } from '../../records/time.ts'
import type { FollowedEntity } from '../followed.ts'
import type { Follower } from '../store.ts'
import { selectFollowersV2 } from './store.ts'

/** A follower in v2, where it has no id of its own: the user's is enough. */
export const FollowerV2 = Type.Object({ user_id: Type.Integer(), add_time: Type.String() })
export const DeletedFollowerV2 = Type.Object({ user_id: Type.Integer() })

export function followerV2({ user_id, add_time }: Follower): Static<typeof FollowerV2> {
  return { user_id, add_time: timeV2(add_time) }
}

/** One page of the followers of a record. Callers have made sure that the record is visible. */
export async function followersPageV2(
  crm: Crm,
  entity: FollowedEntity,
  id: number,
  { cursor, limit = 100 }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Answered<Static<typeof FollowerV2>[]>> {
  const page = keyset({ column: 'id', type: 'bigint', direction: 'asc' }, cursor, 'f')
  const rows = await selectFollowersV2(crm, entity, id, page, limit + 1)
  return cursorPage(rows, limit)
}
