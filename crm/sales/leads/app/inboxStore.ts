import { type Fragment, fragment } from '@portico/kit/database/sql'
import { maySee, maySeeName } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { rowLimit } from '../../../base/lists/limit.ts'
import { convertedInto } from '../../../company/currencies/convertCurrency.ts'
import type { TargetCurrency } from '../../../company/currencies/targetStore.ts'
import { nextActivity } from '../../../work/activities/activityTotals.ts'
import type { InboxPlace } from './inboxOrder.ts'

export interface InboxRow {
  id: string
  sort_key: string
  wire: string
}

/** Leads the caller may see, as JSON texts in order. `where` refers to `crm.lead l`. */
export async function selectInbox(
  { sql, actor }: Crm,
  where: Fragment,
  { after, orderBy, sortKey }: InboxPlace,
  limit: number,
  target: TargetCurrency,
): Promise<InboxRow[]> {
  return sql<InboxRow[]>`
    select l.id, ${sortKey} as sort_key, row_to_json(w)::text as wire
    from crm.lead l
    left join crm.currency money on money.company_id = l.company_id and money.code = l.value_currency
    cross join lateral (select (${convertedInto(target, fragment`l.value_amount`)})::float8 as converted) worth
    left join crm.person person on person.company_id = l.company_id and person.id = l.person_id
    left join crm.organization org on org.company_id = l.company_id and org.id = l.organization_id
    ${nextActivity(actor, 'lead_id', 'l')}
    cross join lateral (select
      l.id, l.version, l.title, l.owner_id, l.label_ids, l.source_name, l.is_archived, l.was_seen,
      case when l.value_amount is not null then json_build_object('amount', l.value_amount, 'currency', l.value_currency) end as value,
      l.person_id, case when ${maySeeName(actor, 'person', 'person')} then person.name end as person_name,
      l.organization_id, case when ${maySeeName(actor, 'organization', 'org')} then org.name end as organization_name,
      crm.time_v2(l.add_time) as add_time,
      case when next.id is not null then json_build_object('id', next.id, 'type', next.type, 'subject', next.subject,
        'due_date', next.due_date, 'due_time', to_char(next.due_time, 'HH24:MI')) end as next_activity
    ) w
    where l.company_id = ${actor.companyId} and not l.is_deleted and ${where} and ${after} and ${maySee(actor, 'lead', 'l')}
    order by ${orderBy} limit ${rowLimit(limit)}`
}

/** How many leads nobody has looked at yet; counted up to `most`. */
export async function countUnseen({ sql, actor }: Crm, most: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from crm.lead l
      where l.company_id = ${actor.companyId} and not l.was_seen and not l.is_archived and not l.is_deleted
        and ${maySee(actor, 'lead', 'l')}
      limit ${most}) unseen`
  return row?.count ?? 0
}
