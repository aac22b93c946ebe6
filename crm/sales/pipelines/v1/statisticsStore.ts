import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment, joined } from '@portico/kit/database/sql'
import type { Actor } from '../../../base/access/actor.ts'
import { andMaySeePipeline, maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'

/** Whole days of the deals that one user has in a pipeline. */
export interface Period {
  pipelineId: number
  from: Date
  /** When the last day has ended. */
  until: Date
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
 * The stays of deals in a stage that began within the period. The first of a deal began when it was added; the others are
 * lines of the log that took it out of a stage: where the next one took it from, or where it is now, is what a line put it
 * into. Deals that never moved are counted by themselves, since putting lines in order takes longest; indexes have all of it.
 * A year of somebody who owns much wants another plan than a day of somebody who owns little.
 */
export async function stagePassages({ sql, actor, now }: Crm, period: Period): Promise<Stays[]> {
  return sql<Stays[]>`
    with mine as not materialized (
      select d.id, d.stage_id, d.add_time, d.close_time from crm.deal d where ${isCounted(actor, period)}
    ), move as materialized (
      select c.entity_id::bigint as id, c.seq, c.at, c.left_stage_id from crm.change c
      where c.company_id = ${actor.companyId} and c.at >= ${period.from} and c.left_stage_id is not null
    ), line as (
      select mine.id, mine.stage_id, mine.close_time, move.seq, move.at, move.left_stage_id
      from move join mine on mine.id = move.id
      union all
      select id, stage_id, close_time, 0, add_time, null from mine
      where add_time >= ${period.from} and id in (select id from move)
    ), visit as (
      select id, seq, at, left_stage_id is not null as is_move, close_time,
        coalesce(lead(left_stage_id) over deal, stage_id) as stage_id, lead(at) over deal as left_at
      from line window deal as (partition by id order by seq)
    ), stay as (
      select stage_id, lead(stage_id) over (partition by id order by seq) as next_stage_id, is_move, at,
        coalesce(left_at, close_time, ${now}) as left_at
      from visit
      union all
      select stage_id, null, false, add_time, coalesce(close_time, ${now}) from mine
      where add_time >= ${period.from} and not exists (select from move where move.id = mine.id)
    )
    select stage_id, next_stage_id, is_move, count(*)::int as count,
      sum(greatest(0, date_part('epoch', least(left_at, ${period.until}) - at) / 86400)) as days
    from stay where at < ${period.until} group by stage_id, next_stage_id, is_move`.freshlyPlanned()
}

/** Whether the deal `d` is one of the user's in the pipeline, and the caller may see it. */
function isCounted(actor: Actor, { pipelineId, userId }: Period): Fragment {
  return fragment`d.company_id = ${actor.companyId} and d.owner_id = ${userId} and d.pipeline_id = ${pipelineId}
    and d.status <> 'deleted' and ${maySee(actor, 'deal', 'd')}`
}

function isIn(time: 'add_time' | 'won_time' | 'lost_time', { from, until }: Period): Fragment {
  return fragment`(d.${fragment(time)} >= ${from} and d.${fragment(time)} < ${until})`
}

export async function closedCounts({ sql, actor }: Crm, period: Period): Promise<{ won: number; lost: number }> {
  const [counted] = await sql<{ won: number; lost: number }[]>`
    select count(*) filter (where ${isIn('won_time', period)})::int as won,
      count(*) filter (where ${isIn('lost_time', period)})::int as lost
    from crm.deal d where ${isCounted(actor, period)}`
  return counted ?? { won: 0, lost: 0 }
}

export type GroupKind = 'added' | 'won' | 'lost' | 'open'

export interface Group {
  currency: string
  ids: number[]
  value: number
  formatted: string
}

/** The deals that were added, won, lost or left open in the period, by currency: looked at once for all four. */
export async function selectGroups({ sql, actor }: Crm, period: Period): Promise<Record<GroupKind, Group[]>> {
  const isOpen = fragment`(d.add_time < ${period.until} and (d.close_time is null or d.close_time >= ${period.until}))`
  const kinds: [GroupKind, Fragment][] = [
    ['added', isIn('add_time', period)],
    ['won', isIn('won_time', period)],
    ['lost', isIn('lost_time', period)],
    ['open', isOpen],
  ]
  const each = (piece: (kind: Fragment, isOne: Fragment) => Fragment, between: string) =>
    joined(
      kinds.map(([kind, isOne]) => piece(fragment(kind), isOne)),
      between,
    )
  // Deals that are of the same kinds are added up first: one sum for each deal instead of four.
  const rows = await sql<{ currency: string; kind: GroupKind; ids: string; value: number; formatted: string }[]>`
    select alike.currency, kind.name as kind, string_agg(alike.ids, ',') as ids, sum(alike.value)::float8 as value,
      crm.formatted_money(sum(alike.value), money.symbol) as formatted
    from (
      select d.currency, ${each((kind, isOne) => fragment`${isOne} as ${kind}`, ', ')},
        string_agg(d.id::text, ',') as ids, sum(d.value) as value
      from crm.deal d where ${isCounted(actor, period)} and (${each((_, isOne) => isOne, ' or ')})
      group by d.currency, ${each(kind => kind, ', ')}
    ) alike
    left join crm.currency money on money.company_id = ${actor.companyId} and money.code = alike.currency
    cross join lateral (values ('added', added), ('won', won), ('lost', lost), ('open', open)) as kind (name, is_one)
    where kind.is_one group by alike.currency, money.symbol, kind.name order by alike.currency`
  const groups: Record<GroupKind, Group[]> = { added: [], won: [], lost: [], open: [] }
  for (const { kind, currency, ids, value, formatted } of rows) {
    const sorted = (JSON.parse(`[${ids}]`) as number[]).sort((a, b) => a - b)
    groups[kind].push({ currency, ids: sorted, value, formatted })
  }
  return groups
}
