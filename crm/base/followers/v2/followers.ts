import type { Answered } from '@portico/kit/api/answer'
import Type, { type Static } from 'typebox'
import type { VisibleEntity } from '../../access/visibility.ts'
import type { Crm } from '../../api/context.ts'
import { cursorPage, keyset, type ListRow } from '../../lists/cursor.ts'
import { rowLimit } from '../../lists/limit.ts'
import { timeV2 } from '../../records/time.ts'
import type { Follower } from '../followers.ts'

/** A follower in v2, where it has no id of its own: the user's is enough. */
export const FollowerV2 = Type.Object({ user_id: Type.Integer(), add_time: Type.String() })
export const DeletedFollowerV2 = Type.Object({ user_id: Type.Integer() })

export function followerV2({ user_id, add_time }: Follower): Static<typeof FollowerV2> {
  return { user_id, add_time: timeV2(add_time) }
}

/** One page of the followers of a record. Callers have made sure that the record is visible. */
export async function followersPageV2(
  { sql, actor }: Crm,
  entity: VisibleEntity,
  id: number,
  { cursor, limit = 100 }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<Answered<Static<typeof FollowerV2>[]>> {
  const page = keyset({ column: 'id', type: 'bigint', direction: 'asc' }, cursor, 'f')
  const rows = await sql<ListRow[]>`
    select json_build_object('user_id', f.user_id, 'add_time', crm.time_v2(f.add_time))::text as wire, f.id, null as sort_key
    from crm.follower f
    where f.company_id = ${actor.companyId} and f.entity = ${entity} and f.entity_id = ${id} and ${page.after}
    order by ${page.orderBy} limit ${rowLimit(limit + 1)}`
  return cursorPage(rows, limit)
}
