import { type Fragment, fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import type { Chosen } from './chosen.ts'

/** The deals that `where` selects from `crm.deal d`, and since when each is in its stage. */
function chosenStories({ actor, now }: Crm, where: Fragment): Fragment {
  return fragment`
    select d.id, d.stage_id, d.status, d.add_time, coalesce(d.stage_change_time, d.add_time) as since,
      coalesce(d.close_time, ${now}) as ended
    from crm.deal d where d.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'deal', 'd')}`
}

/**
 * The stages that deals of the company have left, from the log. Nothing moves before it is added, so of deals that were
 * added in the period only what came since its first day is read; an index has all of it.
 */
function moves({ actor }: Crm, { days }: Chosen): Fragment {
  return fragment`
    select c.entity_id::bigint as id, c.seq, c.at, c.left_stage_id as stage_id from crm.change c
    where c.company_id = ${actor.companyId} and c.left_stage_id is not null and c.at >= ${days.first}::date`
}

/** How many deals got as far as which stage, by its place in the order, from 1; 0 for those that were in none of them. */
export async function furthestStages(
  crm: Crm,
  where: Fragment,
  chosen: Chosen,
  stages: readonly number[],
): Promise<{ nr: number; is_won: boolean; count: number }[]> {
  const nrOf = (stage: Fragment) => fragment`array_position(${stages}::bigint[], ${stage})`
  return crm.sql<{ nr: number; is_won: boolean; count: number }[]>`
    with chosen as materialized (${chosenStories(crm, where)})
    select furthest.nr, furthest.is_won, count(*)::int as count from (
      select chosen.status = 'won' as is_won, greatest(${nrOf(fragment`chosen.stage_id`)}, earlier.nr, 0) as nr
      from chosen
      left join (select move.id, max(${nrOf(fragment`move.stage_id`)}) as nr from (${moves(crm, chosen)}) move group by move.id) earlier
        on earlier.id = chosen.id
    ) furthest group by furthest.nr, furthest.is_won`
}

export interface TimeInStage {
  stage_id: number
  count: number
  average: number
  median: number
}

/** Days in each stage: a deal that was in one twice was there for both stays together. */
export async function timesInStages(crm: Crm, where: Fragment, chosen: Chosen): Promise<TimeInStage[]> {
  return crm.sql<TimeInStage[]>`
    with chosen as materialized (${chosenStories(crm, where)}), stay as (
      select chosen.id, move.stage_id, move.at as left_at,
        coalesce(lag(move.at) over (partition by move.id order by move.seq), chosen.add_time) as at
      from (${moves(crm, chosen)}) move join chosen on chosen.id = move.id
      union all
      select chosen.id, chosen.stage_id, chosen.ended, chosen.since from chosen
    )
    select whole.stage_id, count(*)::int as count, round(avg(whole.days)::numeric, 1)::float8 as average,
      round((percentile_cont(0.5) within group (order by whole.days))::numeric, 1)::float8 as median
    from (
      select stay.id, stay.stage_id, sum(greatest(0, date_part('epoch', stay.left_at - stay.at))) / 86400 as days
      from stay group by stay.id, stay.stage_id
    ) whole group by whole.stage_id`
}
