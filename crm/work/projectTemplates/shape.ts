import { nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

const Text = nullable(Type.String())
const Link = nullable(Type.Integer())
const Days = { description: 'Days after the start of the project' }

const task = {
  title: Type.String(),
  description: Text,
  is_milestone: Type.Boolean(),
  priority: Link,
  assignee_ids: Type.Array(Type.Integer()),
  start_in_days: nullable(Type.Integer(Days)),
  due_in_days: nullable(Type.Integer(Days)),
}

const place = {
  phase_id: nullable(Type.Integer({ description: 'A phase of the board of the template' })),
  group: nullable(Type.String({ description: 'The name of one of its groups' })),
}

export const TemplateTask = Type.Object({ ...task, ...place, subtasks: Type.Array(Type.Object(task)) })
export type TemplateTask = Static<typeof TemplateTask>
export type TemplateSubtask = TemplateTask['subtasks'][number]

export const TemplateActivity = Type.Object({
  subject: Type.String(),
  type: Type.String(),
  owner_id: Link,
  due_in_days: Type.Integer(Days),
  due_time: Text,
  duration: Text,
  note: Text,
  public_description: Text,
  priority: Link,
  ...place,
})
export type TemplateActivity = Static<typeof TemplateActivity>

/** What is made for a project that begins with a template. */
export interface TemplateContent {
  groups: string[]
  tasks: TemplateTask[]
  activities: TemplateActivity[]
}

/** What both versions show of a template. */
export const template = {
  id: Type.Integer(),
  title: Type.String(),
  description: Text,
  projects_board_id: Type.Integer(),
  owner_id: Type.Integer(),
  add_time: Type.String(),
  update_time: Type.String(),
}
