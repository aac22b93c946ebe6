import { type Fragment, fragment } from '@portico/kit/database/sql'
import { maySee } from '../../../base/access/visibility.ts'
import type { Crm } from '../../../base/api/context.ts'
import { rowWindow } from '../../../base/lists/limit.ts'
import { nextActivity } from '../../activities/activityTotals.ts'

/** What a column can be sorted by; the id breaks ties, so that a page begins where the one before it ended. */
export const PROJECT_SORTS = ['end_date', 'next_activity', 'age', 'title'] as const

const ORDERS: Readonly<Record<(typeof PROJECT_SORTS)[number], Fragment>> = {
  end_date: fragment`p.end_date nulls last, p.id`,
  next_activity: fragment`next.due_date nulls last, next.due_time nulls first, p.id`,
  age: fragment`p.add_time, p.id`,
  title: fragment`lower(p.title), p.id`,
}

export interface CardWindow {
  sort: (typeof PROJECT_SORTS)[number]
  start: number
  limit: number
}

/** The phases of a board in their order; undefined when there is no such board. */
export async function selectPhaseIds({ sql, actor }: Crm, boardId: number): Promise<number[] | undefined> {
  const [board] = await sql<{ phase_ids: number[] }[]>`
    select array(select f.id from crm.project_phase f where f.company_id = b.company_id and f.board_id = b.id and not f.is_deleted
      order by f.order_nr, f.id) as phase_ids
    from crm.project_board b where b.company_id = ${actor.companyId} and b.id = ${boardId} and not b.is_deleted`
  return board?.phase_ids.map(Number)
}

/** How many open projects there are in each phase. `where` refers to `crm.project p`. */
export async function countByPhase(
  { sql, actor }: Crm,
  phaseIds: readonly number[],
  where: Fragment,
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ phase_id: number; count: number }[]>`
    select p.phase_id, count(*)::int as count from crm.project p
    where p.company_id = ${actor.companyId} and p.phase_id = any(${phaseIds}::bigint[]) and ${isOnBoard} and ${where}
      and ${maySee(actor, 'project', 'p')}
    group by p.phase_id`
  return new Map(rows.map(row => [Number(row.phase_id), row.count]))
}

/** The open projects of every given phase that are in the window, as JSON texts by phase. */
export async function selectCardsByPhase(
  { sql, actor }: Crm,
  phaseIds: readonly number[],
  where: Fragment,
  { sort, start, limit }: CardWindow,
): Promise<ReadonlyMap<number, string>> {
  const rows = await sql<{ phase_id: number; cards: string | null }[]>`
    select phase.id as phase_id, column_cards.cards
    from crm.project_phase phase
    cross join lateral (
      select json_agg(row_to_json(w))::text as cards from (
        select p.id, p.version, p.title, p.board_id, p.phase_id, p.owner_id, p.status, p.start_date, p.end_date, p.label_ids,
          p.health_status, coalesce(${firstOrganization(actor)}, ${firstPerson(actor)}, ${firstDeal(actor)}) as about,
          tasks.count as tasks, tasks.done as tasks_done,
          case when next.id is not null then json_build_object('id', next.id, 'type', next.type, 'subject', next.subject,
            'due_date', next.due_date, 'due_time', to_char(next.due_time, 'HH24:MI')) end as next_activity
        from crm.project p
        cross join lateral (select count(*)::int as count, (count(*) filter (where k.is_done))::int as done from crm.task k
          where k.company_id = p.company_id and k.project_id = p.id and not k.is_deleted) tasks
        ${nextActivity(actor, 'project_id', 'p')}
        where p.company_id = phase.company_id and p.phase_id = phase.id and ${isOnBoard} and ${where}
          and ${maySee(actor, 'project', 'p')}
        order by ${ORDERS[sort]} ${rowWindow(start, limit)}
      ) w
    ) column_cards
    where phase.company_id = ${actor.companyId} and phase.id = any(${phaseIds}::bigint[])`
  return new Map(rows.map(row => [Number(row.phase_id), row.cards ?? '[]']))
}

/** What is done or was given up has left the board. */
const isOnBoard = fragment`p.status = 'open' and not p.is_archived and not p.is_deleted`

type Actor = Crm['actor']

function firstOrganization(actor: Actor): Fragment {
  return fragment`(select o.name from crm.project_organization l
    join crm.organization o on o.company_id = l.company_id and o.id = l.org_id and not o.is_deleted and ${maySee(actor, 'organization', 'o')}
    where l.company_id = p.company_id and l.project_id = p.id order by l.nr limit 1)`
}

function firstPerson(actor: Actor): Fragment {
  return fragment`(select o.name from crm.project_person l
    join crm.person o on o.company_id = l.company_id and o.id = l.person_id and not o.is_deleted and ${maySee(actor, 'person', 'o')}
    where l.company_id = p.company_id and l.project_id = p.id order by l.nr limit 1)`
}

function firstDeal(actor: Actor): Fragment {
  return fragment`(select o.title from crm.project_deal l
    join crm.deal o on o.company_id = l.company_id and o.id = l.deal_id and not o.is_deleted and ${maySee(actor, 'deal', 'o')}
    where l.company_id = p.company_id and l.project_id = p.id order by l.nr limit 1)`
}
