import type { Crm } from '../../../base/api/context.ts'
import { maySeeActivity } from '../../../work/activities/visibility.ts'
import { type Chosen, ofOwner, within } from './chosen.ts'

export interface DoneActivities {
  owner_id: number
  type: string
  /** Null when there is no such type any more. */
  type_name: string | null
  count: number
}

/** Activities that were marked as done in the period, by owner and type; of a pipeline those about its deals. */
export async function sumDoneActivities(crm: Crm, chosen: Chosen): Promise<DoneActivities[]> {
  const { sql, actor } = crm
  const { pipeline_id } = chosen
  const inPipeline = sql`a.deal_id in (select d.id from crm.deal d where d.company_id = ${actor.companyId} and d.pipeline_id = ${pipeline_id ?? 0})`
  return sql<DoneActivities[]>`
    select s.owner_id, s.type, t.name as type_name, s.count from (
      select a.owner_id, a.type, count(*)::int as count from crm.activity a
      where a.company_id = ${actor.companyId} and not a.is_deleted and a.done and ${within(sql`a.marked_as_done_time`, chosen.days)}
        and ${ofOwner(crm, chosen, 'a')} and ${pipeline_id ? inPipeline : sql`true`} and ${maySeeActivity(actor, 'a', 'thousands')}
      group by a.owner_id, a.type
    ) s left join crm.activity_type t on t.company_id = ${actor.companyId} and t.key_string = s.type
    order by s.owner_id, s.type`
}
