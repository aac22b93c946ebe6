import type { Crm } from '../../base/api/context.ts'
import { createActivity } from '../activities/write.ts'
import { createGroup } from '../projectGroups/write.ts'
import { storeActivityPlace } from '../projectPlan/store.ts'
import type { Place } from '../tasks/rules.ts'
import { insertTask } from '../tasks/write.ts'
import { knownTo, withoutGone } from './references.ts'
import { dayAfter, groupsOf } from './rules.ts'
import type { TemplateActivity, TemplateContent, TemplateSubtask, TemplateTask } from './shape.ts'

/** A project that was just made. */
export interface NewProject {
  id: number
  board_id: number
  owner_id: number
  /** The day that those of the template are counted from. */
  start: string
}

/**
 * Makes in a new project what its template holds. What is not there any more is left out: people who have left, phases
 * that are not on the board of the project; an activity of a type that is gone gets the first type.
 */
export async function copyTemplate(crm: Crm, template: TemplateContent, project: NewProject): Promise<void> {
  const known = await knownTo(crm, project.board_id, template)
  const { groups, tasks, activities } = withoutGone(template, known)
  const groupIds = new Map<string, number>()
  for (const name of groupsOf({ groups, tasks, activities }))
    groupIds.set(name, await createGroup(crm, project.id, { name }))
  const placeOf = ({ phase_id, group }: { phase_id: number | null; group: string | null }): Place => ({
    phase_id,
    group_id: group === null ? null : (groupIds.get(group) ?? null),
  })

  for (const task of tasks) await copyTask(crm, project, task, placeOf(task))
  for (const activity of activities) {
    const type = known.types.has(activity.type) ? activity.type : undefined
    await copyActivity(crm, project, { ...activity, type }, placeOf(activity))
  }
}

async function copyTask(crm: Crm, project: NewProject, task: TemplateTask, place: Place): Promise<void> {
  const id = await insertTask(crm, { ...valuesOf(task, project), ...place })
  for (const subtask of task.subtasks)
    await insertTask(crm, { ...valuesOf(subtask, project), ...place, parent_task_id: id })
}

function valuesOf(task: TemplateSubtask, { id: project_id, start }: NewProject) {
  const { title, description, is_milestone, priority, assignee_ids, start_in_days, due_in_days } = task
  return {
    project_id,
    title,
    description,
    is_milestone,
    priority,
    assignee_ids,
    start_date: dayAfter(start, start_in_days),
    due_date: dayAfter(start, due_in_days),
  }
}

async function copyActivity(
  crm: Crm,
  { id: project_id, owner_id, start }: NewProject,
  activity: Omit<TemplateActivity, 'type'> & { type: string | undefined },
  place: Place,
): Promise<void> {
  const { phase_id: _, group: __, due_in_days, ...values } = activity
  const id = await createActivity(crm, {
    ...values,
    project_id,
    owner_id: activity.owner_id ?? owner_id,
    due_date: dayAfter(start, due_in_days) ?? start,
  })
  if (place.phase_id !== null || place.group_id !== null) await storeActivityPlace(crm, id, project_id, place)
}
