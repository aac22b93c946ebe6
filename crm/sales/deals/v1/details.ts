import { json } from '@portico/kit/api/json'
import { nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { ActivityV1 } from '../../../work/activities/v1/shape.ts'
import { selectActivitiesV1 } from '../../../work/activities/v1/store.ts'

const Duration = Type.Object({
  y: Type.Integer(),
  m: Type.Integer(),
  d: Type.Integer(),
  h: Type.Integer(),
  i: Type.Integer(),
  s: Type.Integer(),
  total_seconds: Type.Integer(),
})
type Duration = Static<typeof Duration>

/** What v1 tells of one deal beyond its own fields. */
export const dealDetails = {
  average_time_to_won: Duration,
  average_stage_progress: Type.Number(),
  age: Duration,
  stay_in_pipeline_stages: Type.Object({
    times_in_stages: Type.Record(Type.String(), Type.Integer()),
    order_of_stages: Type.Array(Type.Integer()),
  }),
  last_activity: nullable(ActivityV1),
  next_activity: nullable(ActivityV1),
}

export async function findDealDetails(crm: Crm, id: number): Promise<Record<string, unknown>> {
  const { age, ...others } = await numbersOf(crm, id)
  const stays = await staysOf(crm, id)
  const { next, last } = await activityTexts(crm, id)
  return {
    average_time_to_won: duration(others.seconds_to_won),
    average_stage_progress: others.stage_progress,
    age: duration(age),
    stay_in_pipeline_stages: {
      times_in_stages: Object.fromEntries(stays.map(stay => [stay.stage_id, stay.seconds])),
      order_of_stages: others.stages,
    },
    last_activity: json(last),
    next_activity: json(next),
  }
}

/** How many of the last deals that were won an average is made of. */
const LAST_WON = 500

/** Averages are those of the last won deals of the pipeline, as far as the caller may see them. */
async function numbersOf({ sql, actor, now }: Crm, id: number) {
  const [row] = await sql<{ age: number; seconds_to_won: number; stage_progress: number; stages: number[] }[]>`
    select extract(epoch from coalesce(d.close_time, ${now}) - d.add_time)::float8 as age, coalesce(won.seconds, 0)::float8 as seconds_to_won,
      coalesce(won.progress, 0)::float8 as stage_progress,
      array(select s.id from crm.stage s where s.company_id = d.company_id and s.pipeline_id = d.pipeline_id and not s.is_deleted
        order by s.order_nr, s.id) as stages
    from crm.deal d
    cross join lateral (
      select avg(extract(epoch from w.won_time - w.add_time)) as seconds, round(avg(stage.order_nr), 2) as progress
      from (
        select * from crm.deal w where w.company_id = ${actor.companyId} and w.status = 'won' and ${maySee(actor, 'deal', 'w')}
        order by w.id desc limit ${LAST_WON}
      ) w join crm.stage stage on stage.company_id = w.company_id and stage.id = w.stage_id
      where w.pipeline_id = d.pipeline_id
    ) won
    where d.company_id = ${actor.companyId} and d.id = ${id}`
  return row ?? { age: 0, seconds_to_won: 0, stage_progress: 0, stages: [] }
}

/** How long the deal was in each stage so far, from the change log. */
async function staysOf({ sql, actor, now }: Crm, id: number) {
  return sql<{ stage_id: number; seconds: number }[]>`
    select stage_id, floor(sum(greatest(0, extract(epoch from left_at - at))))::int as seconds from (
      select (c.after ->> 'stage_id')::bigint as stage_id, c.at,
        coalesce(lead(c.at) over (order by c.seq), (select d.close_time from crm.deal d where d.company_id = ${actor.companyId} and d.id = ${id}), ${now}) as left_at
      from crm.change c
      where c.company_id = ${actor.companyId} and c.entity = 'deal' and c.entity_id = ${String(id)}
        and (c.action = 'added' or c.before ? 'stage_id')
    ) stay group by stage_id`
}

async function activityTexts(crm: Crm, id: number): Promise<{ next: string; last: string }> {
  const { sql } = crm
  const page = { start: 0, limit: 1 }
  const ofDeal = sql`a.deal_id = ${id} and not a.is_deleted`
  const [next] = await selectActivitiesV1(
    crm,
    sql`${ofDeal} and not a.done`,
    sql`a.due_date, a.due_time nulls first`,
    page,
  )
  const [last] = await selectActivitiesV1(
    crm,
    sql`${ofDeal} and a.done`,
    sql`a.due_date desc, a.due_time desc nulls last`,
    page,
  )
  return { next: next?.wire ?? 'null', last: last?.wire ?? 'null' }
}

const UNITS = { y: 365 * 86_400, m: 30 * 86_400, d: 86_400, h: 3_600, i: 60, s: 1 } as const

/** Seconds taken apart; a month counts 30 days, a year 365. */
function duration(seconds: number): Duration {
  const total_seconds = Math.max(0, Math.floor(seconds))
  let rest = total_seconds
  const parts = { y: 0, m: 0, d: 0, h: 0, i: 0, s: 0 }
  for (const unit of ['y', 'm', 'd', 'h', 'i', 's'] as const) {
    parts[unit] = Math.floor(rest / UNITS[unit])
    rest -= parts[unit] * UNITS[unit]
  }
  return { ...parts, total_seconds }
}
