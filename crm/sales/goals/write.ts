import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { insertRecord, updateRecord } from '../../base/changes/write.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { requireMatch } from '../../base/records/version.ts'
import { requireMayAssign, requireMayChange } from './access.ts'
import { changedGoal, checkGoal, GOAL_TYPES, type GoalInput, type GoalValues } from './rules.ts'
import { lockGoal, missingReference, ownCurrencyId } from './store.ts'

/** What a new goal has to say. */
export type NewGoal = GoalInput &
  Pick<
    GoalValues,
    'type_name' | 'assignee_type' | 'assignee_id' | 'target' | 'tracking_metric' | 'duration_start' | 'interval'
  >

/** Stores a new goal and gives back its id. */
export async function createGoal(crm: Crm, input: NewGoal): Promise<string> {
  const goal: GoalValues = {
    ...input,
    title: input.title ?? GOAL_TYPES[input.type_name],
    pipeline_ids: input.pipeline_ids ?? null,
    stage_id: input.stage_id ?? null,
    activity_type_ids: input.activity_type_ids ?? null,
    currency_id: input.currency_id ?? null,
    duration_end: input.duration_end ?? null,
  }
  const values = await checked(crm, goal)
  const { actor, now } = crm
  const times = { add_time: now, update_time: now }
  const { id } = await insertRecord<{ id: string }>(crm, 'goal', { owner_id: actor.userId, ...values, ...times })
  return id
}

export async function updateGoal(crm: Crm, id: string, input: GoalInput): Promise<void> {
  const { is_deleted, owner_id, version, id: _, ...before } = await lockGoal(crm, id)
  requireMayChange(crm, { owner_id })
  requireMatch(crm, version)
  if (is_deleted) throw failure('gone', 'The goal is deleted')
  await updateRecord(crm, 'goal', id, { ...(await checked(crm, changedGoal(before, input), before)) })
}

/** Deletes a goal; for 30 days it can be found as one that is not active. Deleting twice is deleting once. */
export async function removeGoal(crm: Crm, id: string): Promise<void> {
  const goal = await lockGoal(crm, id)
  requireMayChange(crm, goal)
  requireMatch(crm, goal.version)
  if (goal.is_deleted) return
  await updateRecord(crm, 'goal', id, { is_deleted: true, delete_time: crm.now }, { action: 'deleted' })
}

/**
 * The goal as it is stored: sums without a currency are in the caller's own. One that is changed may keep the names it
 * has, even of what is gone by now.
 */
async function checked(crm: Crm, goal: GoalValues, before?: GoalValues): Promise<GoalValues> {
  checkGoal(goal)
  const isKept = (...names: (keyof GoalValues)[]) =>
    before !== undefined && names.every(name => String(goal[name]) === String(before[name]))
  const sameAssignee = isKept('assignee_type', 'assignee_id')
  if (!sameAssignee) requireMayAssign(crm, goal)
  const places = isKept('pipeline_ids', 'stage_id') ? { pipeline_ids: null, stage_id: null } : goal
  const missing = await missingReference(crm, {
    assignee_type: goal.assignee_type,
    assignee_id: sameAssignee ? null : goal.assignee_id,
    pipeline_ids: places.pipeline_ids,
    stage_id: places.stage_id,
    activity_type_ids: isKept('activity_type_ids') ? null : goal.activity_type_ids,
    currency_id: isKept('currency_id') ? null : goal.currency_id,
  })
  if (missing) throw doesNotExist(missing.field, missing.id)
  if (goal.tracking_metric === 'quantity' || goal.currency_id !== null) return goal
  return { ...goal, currency_id: await ownCurrencyId(crm) }
}
