import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { nothingBeside } from '../../../base/api/envelope.ts'
import { v2 } from '../../../base/api/operation.ts'
import { cursorQuery, nextCursor } from '../../../base/lists/cursor.ts'
import { deletingOne } from '../../../base/records/deleting.ts'
import { Name } from '../../../base/records/name.ts'
import { oneAtATime } from '../../../base/records/oneAtATime.ts'
import { wantedTasks } from '../conditions.ts'
import { taskFrom } from '../input.ts'
import { createTask, removeTask, updateTask } from '../write.ts'
import { changeableV2, writableV2 } from './input.ts'
import { Task } from './shape.ts'
import { oneTaskV2, taskPageV2 } from './store.ts'

const READERS = ['projects:read', 'projects:full'] as const
const WRITERS = ['projects:full'] as const

const task = oneAtATime(Task, oneTaskV2)

const getTasks = v2({
  route: 'GET /tasks',
  summary: 'Get all tasks',
  scopes: READERS,
  query: {
    ...cursorQuery,
    is_done: optional(Type.Boolean()),
    is_milestone: optional(Type.Boolean()),
    assignee_id: optional(Id),
    project_id: optional(Id),
    parent_task_id: optional(nullable(Id)),
  },
  reply: Type.Array(Task),
  beside: nextCursor,
  cost: 10,
  run: ({ query: { limit, cursor, ...filter } }, crm) => taskPageV2(crm, wantedTasks(filter), { limit, cursor }),
})

const addTask = v2({
  route: 'POST /tasks',
  summary: 'Add a task to a project',
  scopes: WRITERS,
  beside: nothingBeside,
  status: 201,
  cost: 5,
  ...task.add({ title: Name, project_id: Id, ...writableV2 }, (crm, body) => createTask(crm, taskFrom(body))),
})

const getTask = v2({
  route: 'GET /tasks/{id}',
  summary: 'Get a task',
  scopes: READERS,
  beside: nothingBeside,
  cost: 1,
  ...task.get,
})

const patchTask = v2({
  route: 'PATCH /tasks/{id}',
  summary: 'Update a task',
  scopes: WRITERS,
  beside: nothingBeside,
  cost: 5,
  ...task.change(changeableV2, (crm, id, body) => updateTask(crm, id, taskFrom(body))),
})

const deleteTask = v2({
  route: 'DELETE /tasks/{id}',
  summary: 'Delete a task with its subtasks',
  scopes: WRITERS,
  beside: nothingBeside,
  cost: 3,
  ...deletingOne(removeTask),
})

export const tasks = [getTasks, addTask, getTask, patchTask, deleteTask]
