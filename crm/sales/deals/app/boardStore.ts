import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Actor } from '../../../base/access/actor.ts'
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

interface Order {
  by: Fragment
  /** Joins what it sorts by to `crm.deal d`. */
  join?: (actor: Actor, target: TargetCurrency) => Fragment
}

const ORDERS: Readonly<Record<BoardSort, Order>> = {
  next_activity: {
    by: fragment`next.due_date nulls last, next.due_time nulls first, d.id`,
    join: actor => nextActivity(actor, 'deal_id', 'd'),
  },
  value: { by: fragment`worth.converted desc nulls last, d.id`, join: (_, target) => worth(target) },
  age: { by: fragment`d.add_time, d.id` },
  close_date: { by: fragment`d.expected_close_date nulls last, d.id` },
  title: { by: fragment`lower(d.title), d.id` },
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
  window: CardWindow,
): Promise<ReadonlyMap<number, string>> {
  const { sql, actor } = crm
  const ofStage = fragment`d.company_id = column_stage.company_id and d.stage_id = column_stage.id and ${where}`
  const rows = await sql<{ stage_id: number; cards: string | null }[]>`
    select column_stage.id as stage_id, (${cards(crm, openIds(crm, ofStage, target, window), target)}) as cards
    from crm.stage column_stage
    where column_stage.company_id = ${actor.companyId} and column_stage.id = any(${stageIds}::bigint[])`
  return new Map(rows.map(row => [row.stage_id, row.cards ?? '[]']))
}

/** Open deals on the board in the window, as one JSON text. `where` refers to `crm.deal d`. */
export async function selectOpenCards(
  crm: Crm,
  where: Fragment,
  target: TargetCurrency,
  window: CardWindow,
): Promise<string> {
  const ids = openIds(crm, fragment`d.company_id = ${crm.actor.companyId} and ${where}`, target, window)
  return selectText(crm, cards(crm, ids, target))
}

/** The cards of some deals, whether they are still on the board or not; what the caller may not see is left out. */
export async function selectCards(crm: Crm, ids: readonly number[], target: TargetCurrency): Promise<string> {
  const { actor } = crm
  const seen = fragment`select d.id from crm.deal d
    where d.company_id = ${actor.companyId} and d.id = any(${ids}::bigint[]) and ${maySee(actor, 'deal', 'd')}`
  return selectText(crm, cards(crm, seen, target))
}

async function selectText({ sql }: Crm, text: Fragment): Promise<string> {
  const [row] = await sql<{ cards: string | null }[]>`select (${text}) as cards`
  return row?.cards ?? '[]'
}

/** A statement for the ids of the window: of thousands that are sorted, only these are joined with what their cards show. */
function openIds(
  { actor }: Crm,
  where: Fragment,
  target: TargetCurrency,
  { sort, start, limit }: CardWindow,
): Fragment {
  const { by, join } = ORDERS[sort]
  return fragment`select d.id from crm.deal d ${join?.(actor, target) ?? fragment``}
    where ${where} and d.status = 'open' and not d.is_archived and ${maySee(actor, 'deal', 'd')}
    order by ${by} ${rowWindow(start, limit)}`
}

/** A statement for the cards of the deals with these ids, in their order, as one JSON text. */
function cards(crm: Crm, ids: Fragment, target: TargetCurrency): Fragment {
  const { actor } = crm
  return fragment`select json_agg(row_to_json(w))::text from (
    select ${cardColumns(crm)}
    from unnest(array(${ids})) with ordinality chosen (id, place)
    join crm.deal d on d.company_id = ${actor.companyId} and d.id = chosen.id
    join crm.stage stage on stage.company_id = d.company_id and stage.id = d.stage_id
    ${worth(target)}
    left join crm.person person on person.company_id = d.company_id and person.id = d.person_id
    left join crm.organization org on org.company_id = d.company_id and org.id = d.org_id
    ${nextActivity(actor, 'deal_id', 'd')}
    order by chosen.place) w`
}

/** `worth.converted`: the value of the deal `d` in the currency of the board. */
function worth(target: TargetCurrency): Fragment {
  return fragment`left join crm.currency money on money.company_id = d.company_id and money.code = d.currency
    cross join lateral (select (${convertedInto(target, fragment`d.value`)})::float8 as converted) worth`
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
