import { fragment as sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import type { Values } from '../../base/changes/write.ts'
import { inputWas, type Revert, type Undoing, written } from '../../base/records/revert.ts'
import { holdPlaces } from '../projectPlan/store.ts'
import { holdProject } from '../projectStore.ts'
import type { TaskInput } from './input.ts'
import { lockTasks } from './store.ts'
import { isInProject } from './visibility.ts'
import { removeTask, updateTask } from './write.ts'

export const taskRevert: Revert = {
  table: 'task',
  fields: {
    ...written('title', 'description', 'project_id', 'parent_task_id', 'start_date', 'due_date', 'assignee_ids'),
    ...written('priority'),
    done: { column: 'is_done', write: true },
    milestone: { column: 'is_milestone', write: true },
    phase_id: {},
    group_id: {},
  },
  // Deleted ones too, which undoing brings back.
  maySee: () => sql`${isInProject('r')}`,
  scopes: { read: ['projects:read', 'projects:full'], write: ['projects:full'] },
  rights: { change: [], remove: [] },
  fixed: {},
  async update(crm, id: number, was, undoing) {
    const { done, milestone, ...others } = inputWas<TaskInput & { done: boolean; milestone: boolean }>(was)
    const input: TaskInput = { ...others, is_done: done, is_milestone: milestone }
    await holdPlaceBefore(crm, id, input, undoing)
    await updateTask(crm, id, input, undoing)
  },
  remove: (crm, id: number, options) => removeTask(crm, id, options),
}

/** Refuses a phase or group that is gone from the plan of the project that the task is in afterwards. */
async function holdPlaceBefore(crm: Crm, id: number, { project_id }: TaskInput, { columns }: Undoing): Promise<void> {
  const { phase_id, group_id } = columns as Values & { phase_id?: number | null; group_id?: number | null }
  if (!phase_id && !group_id) return
  const project = await holdProject(crm, project_id ?? (await lockTasks(crm, id, { deleted: true })).task.project_id)
  if (project) await holdPlaces(crm, project, { phase_id, group_id })
}
