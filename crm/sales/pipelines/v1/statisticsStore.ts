import { failure } from '@portico/kit/api/failure'
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

export interface Passage {
  deal_id: number
  stage_id: number
  next_stage_id: number | null
  /** Whether the deal came from another stage; else it began here. */
  is_move: boolean
  days: number
}

/** Every stay of a deal in a stage that began within the period, read from the change log. */
export async function stagePassages({ sql, actor, now }: Crm, period: Period): Promise<Passage[]> {
  return sql<Passage[]>`
    with visits as (
      select d.id as deal_id, (c.after ->> 'stage_id')::bigint as stage_id, c.at, d.close_time,
        lead(c.at) over deal as left_at, lead((c.after ->> 'stage_id')::bigint) over deal as next_stage_id,
        c.action <> 'added' as is_move
      from crm.change c
      join crm.deal d on d.company_id = c.company_id and d.id::text = c.entity_id
      where c.company_id = ${actor.companyId} and c.entity = 'deal' and (c.action = 'added' or c.before ? 'stage_id')
        and d.pipeline_id = ${period.pipelineId} and d.owner_id = ${period.userId} and d.status <> 'deleted' and ${maySee(actor, 'deal', 'd')}
      window deal as (partition by d.id order by c.seq)
    )
    select deal_id, stage_id, next_stage_id, is_move,
      greatest(0, extract(epoch from least(coalesce(left_at, close_time, ${now}), ${period.until}::date) - at)::float8 / 86400) as days
    from visits where at >= ${period.from}::date and at < ${period.until}::date`
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
