import type { Crm } from '../../api/context.ts'
import type { Keyset, ListRow } from '../../lists/cursor.ts'
import { rowLimit } from '../../lists/limit.ts'
import type { FollowedEntity } from '../followed.ts'

export async function selectFollowersV2(
  { sql, actor }: Crm,
  entity: FollowedEntity,
  id: number,
  page: Keyset,
  limit: number,
): Promise<ListRow[]> {
  return sql<ListRow[]>`
    select json_build_object('user_id', f.user_id, 'add_time', crm.time_v2(f.add_time))::text as wire, f.id, null as sort_key
    from crm.follower f
    where f.company_id = ${actor.companyId} and f.entity = ${entity} and f.entity_id = ${id} and ${page.after}
    order by ${page.orderBy} limit ${rowLimit(limit)}`
}
