import type { Answered } from '@portico/kit/api/answer'
import { maySee, maySeeName } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { equal } from '../../../base/lists/conditions.ts'
import { keyset, orderOf } from '../../../base/lists/cursor.ts'
import { keysetPage } from '../../../base/lists/cursorStore.ts'
import { rowLimit } from '../../../base/lists/limit.ts'
import { hasOpenActivity } from '../../../work/activities/activityTotals.ts'
import type { DealWithoutNextStep } from './shape.ts'

interface Asked {
  owner_id?: number | undefined
  limit: number
  cursor?: string | undefined
}

/** One page of open deals without an activity that the caller sees and that is not done. */
export async function dealsWithoutNextStep(
  crm: Crm,
  { owner_id, limit, cursor }: Asked,
): Promise<Answered<DealWithoutNextStep[]>> {
  const { sql, actor } = crm
  const { sortKey, orderBy, after } = keyset(orderOf({ sort_by: 'update_time' }), cursor, 'd')
  const rows = sql`
    select row_to_json(w)::text as wire, d.id, d.sort_key
    from (
      select d.*, ${sortKey} as sort_key from crm.deal d
      where d.company_id = ${actor.companyId} and d.status = 'open' and not d.is_archived and ${equal('d', { owner_id })}
        and ${maySee(actor, 'deal', 'd')} and not ${hasOpenActivity(actor, 'deal_id', 'd')} and ${after}
      order by ${orderBy} limit ${rowLimit(limit + 1)}
    ) d
    left join crm.person person on person.company_id = d.company_id and person.id = d.person_id
    left join crm.organization org on org.company_id = d.company_id and org.id = d.org_id
    cross join lateral (
      select d.id, d.title, d.value::float8 as value, d.currency, d.owner_id, d.stage_id,
        case when ${maySeeName(actor, 'person', 'person')} then person.name end as person_name,
        case when ${maySeeName(actor, 'organization', 'org')} then org.name end as org_name,
        crm.time_v2(d.update_time) as update_time
    ) w
    order by ${orderBy}`
  return keysetPage<DealWithoutNextStep>(crm, rows, limit)
}
