import type { Answered } from '@portico/kit/api/answer'
import type { Fragment } from '@portico/kit/database/sql'
import { maySeeName } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { keyset, orderOf } from '../../../base/lists/cursor.ts'
import { keysetPage } from '../../../base/lists/cursorStore.ts'
import { rowLimit } from '../../../base/lists/limit.ts'
import { maySeeActivity } from '../visibility.ts'
import type { AgendaEntry } from './shape.ts'

/** One page of activities by day; `where` refers to `crm.activity a`. */
export async function agendaPage(
  crm: Crm,
  where: Fragment,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Answered<AgendaEntry[]>> {
  const { sql, actor } = crm
  const { sortKey, orderBy, after } = keyset(orderOf({ sort_by: 'due_date' }), cursor, 'a')
  const rows = sql`
    select row_to_json(w)::text as wire, a.id, a.sort_key
    from (
      select a.*, ${sortKey} as sort_key from crm.activity a
      where a.company_id = ${actor.companyId} and ${where} and ${maySeeActivity(actor, 'a')} and ${after}
      order by ${orderBy} limit ${rowLimit(limit + 1)}
    ) a
    left join crm.deal deal on deal.company_id = a.company_id and deal.id = a.deal_id
    left join crm.person person on person.company_id = a.company_id and person.id = a.person_id
    left join crm.organization org on org.company_id = a.company_id and org.id = a.org_id
    left join crm.reminder r on r.company_id = a.company_id and r.activity_id = a.id and r.user_id = ${actor.userId}
    cross join lateral (
      select a.id, a.version, a.subject, a.type, a.owner_id, a.due_date, to_char(a.due_time, 'HH24:MI') as due_time,
        (extract(epoch from a.duration) / 60)::int as duration_minutes, a.done,
        a.deal_id, case when ${maySeeName(actor, 'deal', 'deal')} then deal.title end as deal_title,
        a.person_id, case when ${maySeeName(actor, 'person', 'person')} then person.name end as person_name,
        a.org_id, case when ${maySeeName(actor, 'organization', 'org')} then org.name end as org_name,
        r.minutes_before as reminder_minutes
    ) w
    order by ${orderBy}`
  return keysetPage<AgendaEntry>(crm, rows, limit)
}
