import type { Crm } from '../../base/api/context.ts'
import { LIMITS } from '../../base/limits/atRest.ts'
import { listGroups } from '../projectGroups/store.ts'
import { daysAfter } from './rules.ts'
import type { TemplateActivity, TemplateContent, TemplateSubtask, TemplateTask } from './shape.ts'
import {
  type SourceActivity,
  type SourceProject,
  type SourceTask,
  sourceActivities,
  sourceTasks,
} from './sourceStore.ts'

/** What there is to do in a project, days counted from its start. One more than a template holds is enough to refuse. */
export async function contentOfProject(
  crm: Crm,
  projectId: number,
  { start }: Pick<SourceProject, 'start'>,
): Promise<TemplateContent> {
  const groups = await listGroups(crm, projectId)
  const tasks = await sourceTasks(crm, projectId, LIMITS.templateTasks + 1)
  const activities = await sourceActivities(crm, projectId, LIMITS.templateActivities + 1)
  return {
    groups: groups.map(group => group.name),
    tasks: tasksOf(tasks, start),
    activities: activities.map(activity => activityOf(activity, start)),
  }
}

function tasksOf(rows: readonly SourceTask[], start: string): TemplateTask[] {
  const found = new Map<number, TemplateTask>()
  for (const row of rows)
    if (row.parent_task_id === null)
      found.set(row.id, { ...taskOf(row, start), phase_id: row.phase_id, group: row.group, subtasks: [] })
  for (const row of rows)
    if (row.parent_task_id !== null) found.get(row.parent_task_id)?.subtasks.push(taskOf(row, start))
  return [...found.values()]
}

function taskOf(row: SourceTask, start: string): TemplateSubtask {
  const { title, description, is_milestone, priority, assignee_ids, start_date, due_date } = row
  return {
    title,
    description,
    is_milestone,
    priority,
    assignee_ids,
    start_in_days: daysAfter(start, start_date),
    due_in_days: daysAfter(start, due_date),
  }
}

function activityOf({ due_date, ...activity }: SourceActivity, start: string): TemplateActivity {
  return { ...activity, due_in_days: daysAfter(start, due_date) ?? 0 }
}
