import { failure } from '@portico/kit/api/failure'
import { fragment } from '@portico/kit/database/sql'
import { andMaySeePipeline, maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'

/** Whole days of the deals that one user has in a pipeline. */
export interface Period {
  pipelineId: number
  from: string
  /** The day after the last one. */
  until: string
  userId: number
}

export async function stageIds({ sql, actor }: Crm, pipelineId: number): Promise<number[]> {
  const rows = await sql<{ id: number | null }[]>`
    select s.id from crm.pipeline p
    left join crm.stage s on s.company_id = p.company_id and s.pipeline_id = p.id and not s.is_deleted
    where p.company_id = ${actor.companyId} and p.id = ${pipelineId} ${andMaySeePipeline(actor, 'p.id')} order by s.order_nr, s.id`
  if (rows.length === 0) throw failure('missing', 'Pipeline not found')
  return rows.flatMap(row => row.id ?? [])
}

/** Stays of deals in a stage that are alike. */
export interface Stays {
  stage_id: number
  next_stage_id: number | null
  /** Whether the deals came from another stage; else they began here. */
  is_move: boolean
  count: number
  days: number
}

/**
 * The stays of deals in a stage that began within the period, read from the lines of the log that were written since its
 * first day. What a line put a deal into is what the next one took it out of, or where it is now: indexes have all of it.
 */
export async function stagePassages({ sql, actor, now }: Crm, period: Period): Promise<Stays[]> {
  const since = fragment`c.company_id = ${actor.companyId} and c.at >= ${period.from}::date`
  return sql<Stays[]>`
    with mine as materialized (
      select d.id, d.stage_id, d.close_time from crm.deal d
      where d.company_id = ${actor.companyId} and d.owner_id = ${period.userId} and d.pipeline_id = ${period.pipelineId}
        and d.status <> 'deleted' and ${maySee(actor, 'deal', 'd')}
    ), line as (
      select c.entity_id::bigint as id, c.seq, c.at, c.left_stage_id from crm.change c
      where ${since} and c.left_stage_id is not null
      union all
      select c.entity_id::bigint, c.seq, c.at, null from crm.change c
      where ${since} and c.entity = 'deal' and c.action = 'added'
    ), visit as (
      select mine.id, line.seq, line.at, line.left_stage_id is not null as is_move, mine.close_time,
        coalesce(lead(line.left_stage_id) over deal, mine.stage_id) as stage_id, lead(line.at) over deal as left_at
      from line join mine on mine.id = line.id
      window deal as (partition by line.id order by line.seq)
    ), stay as (
      select visit.*, lead(visit.stage_id) over (partition by visit.id order by visit.seq) as next_stage_id from visit
    )
    select stage_id, next_stage_id, is_move, count(*)::int as count,
      sum(greatest(0, extract(epoch from least(coalesce(left_at, close_time, ${now}), ${period.until}::date) - at)::float8 / 86400)) as days
    from stay where at < ${period.until}::date group by stage_id, next_stage_id, is_move`
}

const GROUPS = {
  added: 'add_time',
  won: 'won_time',
  lost: 'lost_time',
  open: undefined,
} as const

export type GroupKind = keyof typeof GROUPS

interface GroupRow {
  currency: string
  ids: number[]
  value: number
  formatted: string
}

/** The deals that were added, won, lost or left open in the period, by currency. */
export async function selectGroup({ sql, actor }: Crm, period: Period, kind: GroupKind): Promise<GroupRow[]> {
  const column = GROUPS[kind]
  const when = column
    ? sql`d.${sql(column)} >= ${period.from}::date and d.${sql(column)} < ${period.until}::date`
    : sql`d.add_time < ${period.until}::date and (d.close_time is null or d.close_time >= ${period.until}::date)`
  return sql<GroupRow[]>`
    select d.currency, array_agg(d.id order by d.id) as ids, sum(d.value)::float8 as value,
      crm.formatted_money(sum(d.value), money.symbol) as formatted
    from crm.deal d left join crm.currency money on money.company_id = d.company_id and money.code = d.currency
    where d.company_id = ${actor.companyId} and d.pipeline_id = ${period.pipelineId} and d.owner_id = ${period.userId}
      and d.status <> 'deleted' and ${when} and ${maySee(actor, 'deal', 'd')}
    group by d.currency, money.symbol order by d.currency`
}
