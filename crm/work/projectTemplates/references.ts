import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { findKnown, type Known } from './knownStore.ts'
import type { TemplateContent, TemplateSubtask } from './shape.ts'

/** What is there of what a template names. */
export function knownTo(crm: Crm, boardId: number, content: TemplateContent): Promise<Known> {
  const owners = content.activities.map(activity => activity.owner_id).filter(id => id !== null)
  return findKnown(crm, boardId, [...new Set([...everyTask(content).flatMap(task => task.assignee_ids), ...owners])])
}

function everyTask({ tasks }: TemplateContent): TemplateSubtask[] {
  return tasks.flatMap(task => [task, ...task.subtasks])
}

/** Refuses what names something that is not there, naming the field. */
export function checkNames(content: TemplateContent, boardId: number, known: Known): void {
  if (!known.board) throw doesNotExist('projects_board_id', boardId)
  for (const [at, task] of content.tasks.entries()) {
    checkPhase(task, `tasks.${at}`, known)
    checkAssignees(task, `tasks.${at}`, known)
    for (const [nr, subtask] of task.subtasks.entries()) checkAssignees(subtask, `tasks.${at}.subtasks.${nr}`, known)
  }
  for (const [at, activity] of content.activities.entries()) {
    const { owner_id, type } = activity
    checkPhase(activity, `activities.${at}`, known)
    if (owner_id !== null && !known.users.has(owner_id)) throw doesNotExist(`activities.${at}.owner_id`, owner_id)
    if (!known.types.has(type)) {
      const field = `activities.${at}.type`
      throw failure('invalid', `${field} ${type} does not exist; GET /v1/activityTypes lists the key_string of each`, {
        field,
      })
    }
  }
}

function checkPhase({ phase_id }: { phase_id: number | null }, at: string, { phases }: Known): void {
  if (phase_id !== null && !phases.has(phase_id)) throw doesNotExist(`${at}.phase_id`, phase_id)
}

function checkAssignees({ assignee_ids }: TemplateSubtask, at: string, { users }: Known): void {
  const stranger = assignee_ids.find(id => !users.has(id))
  if (stranger !== undefined) throw doesNotExist(`${at}.assignee_ids`, stranger)
}

/** The content without what is not there any more: a template outlives phases, people and types. */
export function withoutGone(content: TemplateContent, known: Known): TemplateContent {
  const phaseOf = (id: number | null) => (id !== null && known.phases.has(id) ? id : null)
  const assigned = <Task extends TemplateSubtask>(task: Task) => ({
    ...task,
    assignee_ids: task.assignee_ids.filter(id => known.users.has(id)),
  })
  return {
    groups: content.groups,
    tasks: content.tasks.map(task => ({
      ...assigned(task),
      phase_id: phaseOf(task.phase_id),
      subtasks: task.subtasks.map(assigned),
    })),
    activities: content.activities.map(activity => ({
      ...activity,
      phase_id: phaseOf(activity.phase_id),
      owner_id: activity.owner_id !== null && known.users.has(activity.owner_id) ? activity.owner_id : null,
    })),
  }
}
