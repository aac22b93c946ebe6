import { named, nullable } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'

const Link = nullable(Type.Integer())

/** A task in v1. */
export const TaskV1 = named(
  'TaskV1',
  Type.Object({
    id: Type.Integer(),
    title: Type.String(),
    project_id: Type.Integer(),
    description: nullable(Type.String()),
    parent_task_id: Link,
    assignee_id: nullable(Type.Integer({ description: 'The first of assignee_ids' })),
    assignee_ids: Type.Array(Type.Integer()),
    done: Type.Integer({ minimum: 0, maximum: 1 }),
    due_date: nullable(Type.String({ description: 'YYYY-MM-DD' })),
    creator_id: Type.Integer(),
    add_time: Type.String(),
    update_time: Type.String(),
    marked_as_done_time: nullable(Type.String()),
  }),
)

export type TaskV1 = Static<typeof TaskV1>
