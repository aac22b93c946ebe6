import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { type DeletionOptions, insertRecord, updateRecord, type Values } from '../../base/changes/write.ts'
import { storedValues } from '../../base/fields/derive.ts'
import { changed } from '../../base/records/references.ts'
import { type Undoing, undone } from '../../base/records/revert.ts'
import { requireMatch } from '../../base/records/version.ts'
import { activityFields } from './fields.ts'
import type { ActivityInput } from './input.ts'
import { checkLinks } from './links.ts'
import { decideDone, decideParticipants, primaryOf } from './rules.ts'
import { findActivityType, findParticipants, lockActivity, storeParticipants } from './store.ts'

const TO_DO = { done: false, marked_as_done_time: null }

const stored = storedValues(activityFields)

/** Stores a new activity and gives back its id. */
export async function createActivity(crm: Crm, input: ActivityInput): Promise<number> {
  const { actor, now } = crm
  const type = await findActivityType(crm, input.type)
  const participants = decideParticipants([], input)
  await checkLinks(crm, input, [], participants)
  const activity = await insertRecord<{ id: number }>(
    crm,
    'activity',
    {
      ...stored(input),
      ...decideDone(TO_DO, input.done, now),
      subject: input.subject ?? type.name,
      type: type.key_string,
      owner_id: input.owner_id ?? actor.userId,
      creator_id: actor.userId,
      person_id: primaryOf(participants),
      due_date: input.due_date ?? now.toISOString().slice(0, 10),
      busy: input.busy ?? hasTime(input.due_time),
      add_time: now,
      update_time: now,
    },
    { beside: { after: { participants } } },
  )
  await storeParticipants(crm, activity.id, participants)
  return activity.id
}

/** Changes an activity the caller may see; or undoes a change of it, a deletion too. */
export async function updateActivity(crm: Crm, id: number, input: ActivityInput, undoing?: Undoing): Promise<void> {
  const activity = await lockActivity(crm, id)
  requireMatch(crm, activity.version)
  const { columns, options } = undone(undoing)
  const comesBack = activity.is_deleted && columns.is_deleted === false
  if (activity.is_deleted && !comesBack) throw failure('gone', 'The activity is deleted')
  // A type that was deleted stays with the activities that have it.
  if (input.type !== undefined && input.type !== activity.type) await findActivityType(crm, input.type)
  const before = await findParticipants(crm, id)
  const participants = decideParticipants(before, input)
  await checkLinks(crm, changed(input, activity), before, participants)
  await updateRecord(
    crm,
    'activity',
    id,
    {
      ...stored(input),
      ...decideDone(activity, input.done, crm.now),
      ...business(input, activity.due_time),
      ...(participants !== before && { person_id: primaryOf(participants) }),
      ...columns,
    },
    {
      ...options,
      beside: { before: { participants: before }, after: { participants } },
      ...(comesBack && { action: 'restored' }),
    },
  )
  if (participants !== before) await storeParticipants(crm, id, participants)
}

/** Deletes an activity. Deleting twice is deleting once. */
export async function removeActivity(crm: Crm, id: number, options: DeletionOptions = {}): Promise<void> {
  const activity = await lockActivity(crm, id)
  requireMatch(crm, activity.version)
  if (activity.is_deleted) return
  await updateRecord(crm, 'activity', id, { is_deleted: true, delete_time: crm.now }, { action: 'deleted', ...options })
}

/** Whether the owner is busy meanwhile; when left open, whoever has something to do at a time of day is. */
function business({ busy, due_time }: ActivityInput, timeBefore: string | null): Values {
  if (busy === undefined) return {}
  return { busy: busy ?? hasTime(due_time === undefined ? timeBefore : due_time) }
}

function hasTime(time: string | null | undefined): boolean {
  return time !== null && time !== undefined
}
