import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../../base/api/context.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import type { WireRow } from '../../../base/records/version.ts'
import { maySeeActivity } from '../visibility.ts'
import { activityColumnsV1, activityDetailsV1, activityJoinsV1 } from './wire.ts'

/** An activity in v1 with the ids its answer names, for the related objects. */
export interface ActivityRowV1 extends WireRow {
  id: number
  owner_id: number
  creator_id: number
  deal_id: number | null
  person_id: number | null
  org_id: number | null
}

/** From here on a page is far from the start of its list. */
const FAR = 5000

/** Activities the caller may see, in v1: first their ids, then all of them. `where` and `orderBy` refer to `crm.activity a`. */
export async function selectActivitiesV1(
  crm: Crm,
  where: Fragment,
  orderBy: Fragment,
  { start, limit }: { start: number; limit: number },
): Promise<ActivityRowV1[]> {
  const { sql, actor } = crm
  const asking = start > FAR ? 'thousands' : 'one by one'
  return sql<ActivityRowV1[]>`
    select row_to_json(w)::text as wire,
      a.version, a.id, a.owner_id, a.creator_id, a.deal_id, a.person_id, a.org_id
    from (
      select a.id from crm.activity a
      where a.company_id = ${actor.companyId} and ${where} and ${maySeeActivity(actor, 'a', asking)}
      order by ${orderBy} ${rowWindow(start, limit)}
    ) page join crm.activity a on a.company_id = ${actor.companyId} and a.id = page.id ${activityJoinsV1}
    cross join lateral (select ${activityColumnsV1(crm)}, ${activityDetailsV1(crm)}) w
    order by ${orderBy}`
}

export async function findActivityV1(crm: Crm, id: number): Promise<ActivityRowV1 | undefined> {
  const { sql } = crm
  const [activity] = await selectActivitiesV1(crm, sql`a.id = ${id}`, sql`a.id`, { start: 0, limit: 1 })
  return activity
}

/** What the answer names, for the related objects beside it. */
export function relatedOf(activities: readonly ActivityRowV1[]) {
  return {
    user: activities.flatMap(activity => [activity.owner_id, activity.creator_id]),
    person: activities.map(activity => activity.person_id),
    organization: activities.map(activity => activity.org_id),
    deal: activities.map(activity => activity.deal_id),
  }
}

/** Where the change log last refers to an activity. */
export async function placeInLog({ sql, actor }: Crm, id: number): Promise<number | undefined> {
  const [entry] = await sql<{ seq: number }[]>`
    select seq from crm.change
    where company_id = ${actor.companyId} and entity = 'activity' and entity_id = ${String(id)} order by seq desc limit 1`
  return entry?.seq
}
