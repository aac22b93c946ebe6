import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { maySeeActivity } from '../activities/visibility.ts'
import type { TemplateContent } from './shape.ts'

export interface TemplateRow extends TemplateContent {
  id: number
  version: number
  title: string
  projects_board_id: number
  owner_id: number
}

/** A template, locked for the rest of the transaction. */
export async function lockTemplate({ sql, actor }: Crm, id: number): Promise<TemplateRow> {
  const [template] = await sql<TemplateRow[]>`
    select * from crm.project_template
    where company_id = ${actor.companyId} and id = ${id} and not is_deleted for update`
  if (!template) throw failure('missing', 'Project template not found')
  return template
}

/** A template that a project is made from: nobody deletes it meanwhile. */
export async function holdTemplate({ sql, actor }: Crm, id: number): Promise<TemplateRow> {
  const [template] = await sql<TemplateRow[]>`
    select * from crm.project_template
    where company_id = ${actor.companyId} and id = ${id} and not is_deleted for share`
  if (!template) throw doesNotExist('template_id', id)
  return template
}

/** What a template can name, of the given: phases of a board, people who are there, types that can be chosen. */
export interface Known {
  board: boolean
  phases: ReadonlySet<number>
  users: ReadonlySet<number>
  /** Their names by their keys. */
  types: ReadonlyMap<string, string>
}

/** Nobody deletes the board or one of the phases meanwhile. */
export async function findKnown({ sql, actor }: Crm, boardId: number, users: readonly number[]): Promise<Known> {
  const boards = await sql`
    select from crm.project_board where company_id = ${actor.companyId} and id = ${boardId} and not is_deleted for share`
  const phases = await sql<{ id: number }[]>`
    select id from crm.project_phase
    where company_id = ${actor.companyId} and board_id = ${boardId} and not is_deleted order by id for share`
  const people = await sql<{ id: number }[]>`
    select id from crm.app_user
    where company_id = ${actor.companyId} and id = any(${users}::bigint[]) and active and not is_deleted`
  const types = await sql<{ key_string: string; name: string }[]>`
    select key_string, name from crm.activity_type where company_id = ${actor.companyId} and active`
  return {
    board: boards.length > 0,
    phases: new Set(phases.map(({ id }) => id)),
    users: new Set(people.map(({ id }) => id)),
    types: new Map(types.map(({ key_string, name }) => [key_string, name])),
  }
}

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
