import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { maySeeActivity } from '../activities/visibility.ts'
import type { HeldProject } from '../projectStore.ts'
import type { Place } from '../tasks/rules.ts'
import type { Move } from './rules.ts'

export interface PlanItem extends Place {
  item_id: number
  item_type: 'task' | 'activity'
}

/**
 * The tasks of a project, and those of its activities that the caller may see, each with its place. A phase counts while
 * it is on the board that the project is on: what was in one that is gone is in none.
 */
export async function selectPlan(crm: Crm, projectId: number): Promise<PlanItem[]> {
  const { sql } = crm
  return sql<PlanItem[]>`
    ${tasksInPlan(crm, projectId, sql`true`)} union all ${activitiesInPlan(crm, projectId, sql`true`)}
    order by item_type desc, item_id`
}

/** One of them. */
export async function findPlanItem(
  crm: Crm,
  projectId: number,
  type: PlanItem['item_type'],
  id: number,
): Promise<PlanItem> {
  const { sql } = crm
  const items = type === 'task' ? tasksInPlan : activitiesInPlan
  const [item] = await sql<PlanItem[]>`${items(crm, projectId, sql`i.id = ${id}`)}`
  if (!item) throw failure('missing', type === 'task' ? 'Task not found' : 'Activity not found')
  return item
}

function tasksInPlan({ sql, actor }: Crm, projectId: number, which: Fragment): Fragment {
  return sql`
    select i.id as item_id, 'task' as item_type, f.id as phase_id, i.group_id
    from crm.task i ${phaseOnBoard('i')}
    where i.company_id = ${actor.companyId} and i.project_id = ${projectId} and not i.is_deleted and ${which}`
}

function activitiesInPlan({ sql, actor }: Crm, projectId: number, which: Fragment): Fragment {
  return sql`
    select i.id as item_id, 'activity' as item_type, f.id as phase_id, place.group_id
    from crm.activity i
    left join crm.activity_in_plan place
      on place.company_id = i.company_id and place.activity_id = i.id and place.project_id = i.project_id
    ${phaseOnBoard('place')}
    where i.company_id = ${actor.companyId} and i.project_id = ${projectId} and not i.is_deleted
      and ${maySeeActivity(actor, 'i')} and ${which}`
}

/** `f`: the phase that the row under the given alias names, when it is there on the board of the project. */
function phaseOnBoard(alias: string): Fragment {
  const place = fragment(alias)
  return fragment`
    join crm.project p on p.company_id = i.company_id and p.id = i.project_id
    left join (crm.project_phase f join crm.project_board b
      on b.company_id = f.company_id and b.id = f.board_id and not b.is_deleted and not f.is_deleted)
      on f.company_id = i.company_id and f.id = ${place}.phase_id and f.board_id = p.board_id`
}

/** Refuses a phase that is not on the board of the project and a group that is not the project's; both stay while held. */
export async function holdPlaces(crm: Crm, { id, board_id }: HeldProject, { phase_id, group_id }: Move): Promise<void> {
  const { sql, actor } = crm
  if (phase_id) {
    const [phase] = await sql`
      select from crm.project_phase f
      join crm.project_board b on b.company_id = f.company_id and b.id = f.board_id
      where f.company_id = ${actor.companyId} and f.id = ${phase_id} and f.board_id = ${board_id}
        and not f.is_deleted and not b.is_deleted
      for share of f`
    if (!phase) throw doesNotExist('phase_id', phase_id)
  }
  if (group_id) {
    const [group] = await sql`
      select from crm.project_group g
      where g.company_id = ${actor.companyId} and g.id = ${group_id} and g.project_id = ${id} for key share of g`
    if (!group) throw doesNotExist('group_id', group_id)
  }
}

/** Where an activity is in the plan of the project it names. */
export async function findActivityPlace({ sql, actor }: Crm, activityId: number, projectId: number): Promise<Place> {
  const [place] = await sql<Place[]>`
    select phase_id, group_id from crm.activity_in_plan
    where company_id = ${actor.companyId} and activity_id = ${activityId} and project_id = ${projectId}`
  return place ?? { phase_id: null, group_id: null }
}

export async function storeActivityPlace(
  { sql, actor }: Crm,
  activityId: number,
  projectId: number,
  { phase_id, group_id }: Place,
): Promise<void> {
  const row = { company_id: actor.companyId, activity_id: activityId, project_id: projectId, phase_id, group_id }
  await sql`
    insert into crm.activity_in_plan ${sql(row)}
    on conflict (company_id, activity_id)
    do update set project_id = excluded.project_id, phase_id = excluded.phase_id, group_id = excluded.group_id`
}
