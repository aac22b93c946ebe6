import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { maySeeActivity } from '../activities/visibility.ts'

export interface SourceProject {
  title: string
  description: string | null
  board_id: number
  /** The day that those of its tasks and activities are counted from. */
  start: string
}

/** A project that a template is made from. */
export async function findSource({ sql, actor }: Crm, projectId: number): Promise<SourceProject> {
  const [project] = await sql<SourceProject[]>`
    select title, description, board_id, coalesce(start_date, (add_time at time zone 'UTC')::date)::text as start
    from crm.project where company_id = ${actor.companyId} and id = ${projectId} and not is_deleted`
  if (!project) throw doesNotExist('project_id', projectId)
  return project
}

export interface SourceTask {
  id: number
  parent_task_id: number | null
  title: string
  description: string | null
  is_milestone: boolean
  priority: number | null
  assignee_ids: number[]
  start_date: string | null
  due_date: string | null
  phase_id: number | null
  group: string | null
}

/** At most so many, in the order in which they were added. */
export async function sourceTasks({ sql, actor }: Crm, projectId: number, most: number): Promise<SourceTask[]> {
  return sql<SourceTask[]>`
    select t.id, t.parent_task_id, t.title, t.description, t.is_milestone, t.priority, t.assignee_ids,
      t.start_date::text as start_date, t.due_date::text as due_date, t.phase_id, g.name as group
    from crm.task t left join crm.project_group g on g.company_id = t.company_id and g.id = t.group_id
    where t.company_id = ${actor.companyId} and t.project_id = ${projectId} and not t.is_deleted
    order by t.id limit ${most}`
}

export interface SourceActivity {
  subject: string
  type: string
  owner_id: number
  due_date: string
  due_time: string | null
  duration: string | null
  note: string | null
  public_description: string | null
  priority: number | null
  phase_id: number | null
  group: string | null
}

/** Those that the caller may see. */
export async function sourceActivities(
  { sql, actor }: Crm,
  projectId: number,
  most: number,
): Promise<SourceActivity[]> {
  return sql<SourceActivity[]>`
    select a.subject, a.type, a.owner_id, a.due_date::text as due_date, to_char(a.due_time, 'HH24:MI:SS') as due_time,
      to_char(a.duration, 'HH24:MI:SS') as duration, a.note, a.public_description, a.priority, place.phase_id,
      g.name as group
    from crm.activity a
    left join crm.activity_in_plan place
      on place.company_id = a.company_id and place.activity_id = a.id and place.project_id = a.project_id
    left join crm.project_group g on g.company_id = a.company_id and g.id = place.group_id
    where a.company_id = ${actor.companyId} and a.project_id = ${projectId} and not a.is_deleted
      and ${maySeeActivity(actor, 'a')}
    order by a.id limit ${most}`
}
