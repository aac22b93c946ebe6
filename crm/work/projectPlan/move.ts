import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { following } from '../../base/changes/following.ts'
import { updateRecord, updateRecords } from '../../base/changes/write.ts'
import { requireMatch } from '../../base/records/version.ts'
import { lockActivity } from '../activities/store.ts'
import { holdProjectOfPath } from '../projectStore.ts'
import { lockTasks } from '../tasks/store.ts'
import { among } from '../tasks/write.ts'
import { checkSubtaskStays, type Move, placeAfter } from './rules.ts'
import { findActivityPlace, findPlanItem, holdPlaces, type PlanItem, storeActivityPlace } from './store.ts'

export interface Moved {
  item: PlanItem
  /** Of the task or the activity. */
  version: number
}

/** Puts a task of a project, and its subtasks with it, into another phase or group. */
export async function moveTask(crm: Crm, projectId: number, taskId: number, move: Move): Promise<Moved> {
  await holdDestination(crm, projectId, move)
  const { task, subtasks } = await lockTasks(crm, taskId)
  if (task.project_id !== projectId) throw failure('missing', 'Task not found')
  requireMatch(crm, task.version)
  const place = placeAfter(task, move)
  checkSubtaskStays(task.parent_task_id, task, place)
  const moved = await updateRecord<{ version: number }>(crm, 'task', taskId, { ...place })
  await updateRecords(crm, 'task', among(subtasks), { ...place }, { bulk: true, ...following('task', taskId) })
  return { item: await findPlanItem(crm, projectId, 'task', taskId), version: moved?.version ?? task.version }
}

/** Puts an activity of a project into another phase or group: a change of the activity, and in its history. */
export async function moveActivity(crm: Crm, projectId: number, activityId: number, move: Move): Promise<Moved> {
  await holdDestination(crm, projectId, move)
  const activity = await lockActivity(crm, activityId)
  if (activity.project_id !== projectId) throw failure('missing', 'Activity not found')
  requireMatch(crm, activity.version)
  if (activity.is_deleted) throw failure('gone', 'The activity is deleted')
  const before = await findActivityPlace(crm, activityId, projectId)
  const place = placeAfter(before, move)
  const beside = { before: { plan: before }, after: { plan: place } }
  const moved = await updateRecord<{ version: number }>(crm, 'activity', activityId, {}, { beside })
  await storeActivityPlace(crm, activityId, projectId, place)
  const item = await findPlanItem(crm, projectId, 'activity', activityId)
  return { item, version: moved?.version ?? activity.version }
}

/** First what an item goes into, then the item: what deletes a phase or a group locks in the same order. */
async function holdDestination(crm: Crm, projectId: number, move: Move): Promise<void> {
  await holdPlaces(crm, await holdProjectOfPath(crm, projectId), move)
}
