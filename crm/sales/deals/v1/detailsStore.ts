import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { rowLimit } from '../../../base/lists/limit.ts'

/** How many of the last deals that were won an average is made of. */
const LAST_WON = 200

interface Numbers {
  /** In seconds. */
  age: number
  seconds_to_won: number
  stage_progress: number
  /** Of the pipeline, in their order. */
  stages: number[]
  /** Seconds in each stage so far. */
  stays: Record<string, number>
}

/**
 * Averages are those of the last won deals of the pipeline, as far as the caller may see them; how long the deal was in
 * each stage is in the change log.
 */
export async function numbersOf({ sql, actor, now }: Crm, id: number): Promise<Numbers> {
  const [row] = await sql<Numbers[]>`
    select extract(epoch from coalesce(d.close_time, ${now}) - d.add_time)::float8 as age,
      coalesce(won.seconds, 0)::float8 as seconds_to_won, coalesce(won.progress, 0)::float8 as stage_progress,
      array(select s.id from crm.stage s where s.company_id = d.company_id and s.pipeline_id = d.pipeline_id and not s.is_deleted
        order by s.order_nr, s.id) as stages,
      (select coalesce(json_object_agg(stage_id, seconds), '{}') from (
        select stage_id, floor(sum(greatest(0, extract(epoch from left_at - at))))::int as seconds from (
          select (c.after ->> 'stage_id')::bigint as stage_id, c.at,
            coalesce(lead(c.at) over (order by c.seq), d.close_time, ${now}) as left_at
          from crm.change c
          where c.company_id = ${actor.companyId} and c.entity = 'deal' and c.entity_id = ${String(id)}
            and (c.action = 'added' or c.before ? 'stage_id')
        ) stay group by stage_id
      ) stays) as stays
    from crm.deal d
    cross join lateral (
      select extract(epoch from sum(w.duration)) / sum(w.count) as seconds,
        round(sum(w.count * stage.order_nr) / sum(w.count), 2) as progress
      from (
        select w.stage_id, count(*), sum(w.won_time - w.add_time) as duration from (
          select w.pipeline_id, w.stage_id, w.won_time, w.add_time from crm.deal w
          where w.company_id = ${actor.companyId} and w.status = 'won' and ${maySee(actor, 'deal', 'w')}
          order by w.id desc limit ${rowLimit(LAST_WON)}
        ) w where w.pipeline_id = d.pipeline_id group by w.stage_id
      ) w join crm.stage stage on stage.company_id = d.company_id and stage.id = w.stage_id
    ) won
    where d.company_id = ${actor.companyId} and d.id = ${id}`
  return row ?? { age: 0, seconds_to_won: 0, stage_progress: 0, stages: [], stays: {} }
}
