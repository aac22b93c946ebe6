import { named, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

const Day = nullable(Type.String({ description: 'YYYY-MM-DD' }))
const Time = Type.String({ description: 'RFC 3339, UTC' })

/** A task in v2. */
export const Task = named(
  'Task',
  Type.Object({
    id: Type.Integer(),
    title: Type.String(),
    creator_id: Type.Integer(),
    description: nullable(Type.String()),
    project_id: Type.Integer(),
    is_done: Type.Boolean(),
    is_milestone: Type.Boolean(),
    due_date: Day,
    start_date: Day,
    parent_task_id: nullable(Type.Integer({ description: 'The task that this one is a part of' })),
    assignee_ids: Type.Array(Type.Integer()),
    priority: nullable(Type.Integer()),
    add_time: Time,
    update_time: Time,
    marked_as_done_time: nullable(Time),
  }),
)

export type Task = Static<typeof Task>
