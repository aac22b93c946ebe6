import { type Fragment, fragment } from '@portico/kit/database/sql'
import { andMaySeePipeline, maySee, maySeeName } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import { convertedInto } from '../../../company/currencies/convertCurrency.ts'
import type { TargetCurrency } from '../../../company/currencies/targetStore.ts'
import { nextActivity } from '../../../work/activities/activityTotals.ts'
import { rottenTime } from '../rotting.ts'

/** What a column can be sorted by; the id breaks ties, so that a page begins where the one before it ended. */
export const BOARD_SORTS = ['next_activity', 'value', 'age', 'close_date', 'title'] as const
export type BoardSort = (typeof BOARD_SORTS)[number]

/** Over `crm.deal d`, its `next` activity and its value in one currency. */
const ORDERS: Readonly<Record<BoardSort, Fragment>> = {
  next_activity: fragment`next.due_date nulls last, next.due_time nulls first, d.id`,
  value: fragment`worth.converted desc nulls last, d.id`,
  age: fragment`d.add_time, d.id`,
  close_date: fragment`d.expected_close_date nulls last, d.id`,
  title: fragment`lower(d.title), d.id`,
}

export interface CardWindow {
  sort: BoardSort
  start: number
  limit: number
}

/** The stages of a pipeline in their order; undefined when there is no such pipeline for the caller. */
export async function selectColumnIds({ sql, actor }: Crm, pipelineId: number): Promise<number[] | undefined> {
  const [pipeline] = await sql<{ stage_ids: number[] }[]>`
    select array(select s.id from crm.stage s where s.company_id = p.company_id and s.pipeline_id = p.id and not s.is_deleted
      order by s.order_nr, s.id) as stage_ids
    from crm.pipeline p where p.company_id = ${actor.companyId} and p.id = ${pipelineId} and not p.is_deleted
      ${andMaySeePipeline(actor, 'p.id')}`
  return pipeline?.stage_ids.map(Number)
}

/** The open deals on the board, of every given stage those in the window, as JSON texts by stage. */
export async function selectCardsByStage(
  crm: Crm,
  stageIds: readonly number[],
  where: Fragment,
  target: TargetCurrency,
  { sort, start, limit }: CardWindow,
): Promise<ReadonlyMap<number, string>> {
  const { sql, actor } = crm
  const rows = await sql<{ stage_id: number; cards: string | null }[]>`
    select stage.id as stage_id, column_cards.cards
    from crm.stage stage
    cross join lateral (
      select json_agg(row_to_json(w))::text as cards from (
        select ${cardColumns(crm)}
        ${cardSource(crm, target)}
        where d.company_id = stage.company_id and d.stage_id = stage.id and d.status = 'open' and not d.is_archived
          and ${where} and ${maySee(actor, 'deal', 'd')}
        order by ${ORDERS[sort]} ${rowWindow(start, limit)}
      ) w
    ) column_cards
    where stage.company_id = ${actor.companyId} and stage.id = any(${stageIds}::bigint[])`
  return new Map(rows.map(row => [row.stage_id, row.cards ?? '[]']))
}

/** Open deals on the board in the window, as one JSON text. `where` refers to `crm.deal d`. */
export async function selectOpenCards(
  crm: Crm,
  where: Fragment,
  target: TargetCurrency,
  { sort, start, limit }: CardWindow,
): Promise<string> {
  const onBoard = fragment`d.status = 'open' and not d.is_archived and ${where}`
  return cardsOf(crm, onBoard, target, fragment`order by ${ORDERS[sort]} ${rowWindow(start, limit)}`)
}

/** The cards of some deals, whether they are still on the board or not; what the caller may not see is left out. */
export async function selectCards(crm: Crm, ids: readonly number[], target: TargetCurrency): Promise<string> {
  return cardsOf(crm, fragment`d.id = any(${ids}::bigint[])`, target, fragment``)
}

async function cardsOf(crm: Crm, where: Fragment, target: TargetCurrency, window: Fragment): Promise<string> {
  const { sql, actor } = crm
  const [row] = await sql<{ cards: string | null }[]>`
    select json_agg(row_to_json(w))::text as cards from (
      select ${cardColumns(crm)}
      ${cardSource(crm, target)}
      join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
      where d.company_id = ${actor.companyId} and ${where} and ${maySee(actor, 'deal', 'd')}
      ${window}
    ) w`
  return row?.cards ?? '[]'
}

function cardSource({ actor }: Crm, target: TargetCurrency): Fragment {
  return fragment`
    from crm.deal d
    left join crm.currency money on money.company_id = d.company_id and money.code = d.currency
    cross join lateral (select (${convertedInto(target, fragment`d.value`)})::float8 as converted) worth
    left join crm.person person on person.company_id = d.company_id and person.id = d.person_id
    left join crm.organization org on org.company_id = d.company_id and org.id = d.org_id
    ${nextActivity(actor, 'deal_id', 'd')}`
}

function cardColumns({ actor }: Crm): Fragment {
  return fragment`
    d.id, d.version, d.title, d.value::float8 as value, d.currency, worth.converted, d.stage_id, d.status, d.is_archived, d.owner_id,
    d.person_id, case when ${maySeeName(actor, 'person', 'person')} then person.name end as person_name,
    d.org_id, case when ${maySeeName(actor, 'organization', 'org')} then org.name end as org_name,
    d.label_ids, d.probability, d.expected_close_date, crm.time_v2(d.add_time) as add_time,
    crm.time_v2(coalesce(d.stage_change_time, d.add_time)) as stage_change_time,
    crm.time_v2(${rottenTime('d', 'stage')}) as rotten_time,
    case when next.id is not null then json_build_object('id', next.id, 'type', next.type, 'subject', next.subject,
      'due_date', next.due_date, 'due_time', to_char(next.due_time, 'HH24:MI')) end as next_activity`
}
