import { Id, nullable, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { nothingBeside } from '../../../base/api/envelope.ts'
import { v1 } from '../../../base/api/operation.ts'
import { cursorQueryOf, nextCursor } from '../../../base/lists/cursor.ts'
import { deletingOneWrapped } from '../../../base/records/deleting.ts'
import { Name } from '../../../base/records/name.ts'
import { oneAtATime } from '../../../base/records/oneAtATime.ts'
import { requireUndeletedProject } from '../../projectStore.ts'
import { wantedTasks } from '../conditions.ts'
import { changeable, taskFrom, writable } from '../input.ts'
import { createTask, removeTask, updateTask } from '../write.ts'
import { TaskV1 } from './shape.ts'
import { oneTaskV1, taskPageV1 } from './store.ts'

const params = { id: Id }
const READERS = ['projects:read', 'projects:full'] as const
const WRITERS = ['projects:full'] as const

/** Callers of v1 who send no limit expect all there is. */
const MOST = 500
/** As many as a project has at most: clients have no way to ask for a second page of these. */
const MOST_OF_PROJECT = 5000

const task = oneAtATime(TaskV1, oneTaskV1)

const getTasks = v1({
  route: 'GET /tasks',
  summary: 'Get all tasks',
  scopes: READERS,
  query: {
    ...cursorQueryOf({ most: MOST }),
    assignee_id: optional(Id),
    project_id: optional(Id),
    parent_task_id: optional(nullable(Id)),
    done: optional(Type.Integer({ minimum: 0, maximum: 1 })),
  },
  reply: Type.Array(TaskV1),
  beside: nextCursor,
  cost: 20,
  run({ query: { limit = MOST, cursor, done, ...filter } }, crm) {
    const is_done = done === undefined ? undefined : done === 1
    return taskPageV1(crm, wantedTasks({ ...filter, is_done }), { limit, cursor })
  },
})

const getProjectTasks = v1({
  route: 'GET /projects/{id}/tasks',
  summary: 'Get the tasks of a project',
  scopes: READERS,
  params,
  query: cursorQueryOf({ most: MOST_OF_PROJECT }),
  reply: Type.Array(TaskV1),
  beside: nextCursor,
  cost: 20,
  async run({ params, query: { limit = MOST_OF_PROJECT, cursor } }, crm) {
    await requireUndeletedProject(crm, params.id)
    return taskPageV1(crm, wantedTasks({ project_id: params.id }), { limit, cursor })
  },
})

const addTask = v1({
  route: 'POST /tasks',
  summary: 'Add a task to a project',
  scopes: WRITERS,
  beside: nothingBeside,
  status: 201,
  cost: 10,
  ...task.add({ title: Name, project_id: Id, ...writable }, (crm, body) => createTask(crm, taskFrom(body))),
})

const getTask = v1({
  route: 'GET /tasks/{id}',
  summary: 'Get a task',
  scopes: READERS,
  beside: nothingBeside,
  cost: 2,
  ...task.get,
})

const putTask = v1({
  route: 'PUT /tasks/{id}',
  summary: 'Update a task',
  scopes: WRITERS,
  beside: nothingBeside,
  cost: 10,
  ...task.change(changeable, (crm, id, body) => updateTask(crm, id, taskFrom(body))),
})

const deleteTask = v1({
  route: 'DELETE /tasks/{id}',
  summary: 'Delete a task with its subtasks',
  scopes: WRITERS,
  beside: nothingBeside,
  cost: 6,
  ...deletingOneWrapped(removeTask),
})

export const tasksV1 = [getTasks, getProjectTasks, addTask, getTask, putTask, deleteTask]
