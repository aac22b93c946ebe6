import { failure } from '@portico/kit/api/failure'
import type { UploadedFile } from '@portico/kit/files/readUpload'
import type { Crm } from '../../base/api/context.ts'
import { insertRecord, updateRecord } from '../../base/changes/write.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { checkReferences } from '../../base/records/references.ts'
import { requireMatch } from '../../base/records/version.ts'
import { type ActivityRow, lockActivity } from '../activities/store.ts'
import { updateActivity } from '../activities/write.ts'
import { holdRecord } from '../files/linkStore.ts'
import { LINKS } from '../linkedRecords.ts'
import { type CallLinks, type CallLogInput, checkRecording, decideDuration } from './rules.ts'
import { isCallLogged, lockCall } from './store.ts'

/** Stores a call and gives back its id. One that an activity planned takes its records over, and the activity is done. */
export async function createCall(crm: Crm, input: CallLogInput): Promise<string> {
  const { actor, now } = crm
  const duration = decideDuration(input)
  if (input.user_id !== null) await checkReferences(crm, { owner_id: input.user_id }, 'user_id')
  const planned = input.activity_id === null ? undefined : await plannedCall(crm, input.activity_id)
  const links = planned ? linksOf(planned) : await checkedLinks(crm, input)
  const { id } = await insertRecord<{ id: string }>(crm, 'call_log', {
    ...input,
    ...links,
    duration,
    user_id: input.user_id ?? actor.userId,
    subject: input.subject ?? planned?.subject,
    add_time: now,
    update_time: now,
  })
  if (planned && !planned.done) await updateActivity(crm, planned.id, { done: true })
  return id
}

/** The activity that a call was planned as, locked. */
async function plannedCall(crm: Crm, id: number): Promise<ActivityRow> {
  const activity = await lockActivity(crm, id).catch(() => undefined)
  if (!activity || activity.is_deleted) throw doesNotExist('activity_id', id)
  if (activity.type !== 'call')
    throw failure('invalid', `activity_id must be an activity of the type call, ${id} is ${activity.type}`, {
      field: 'activity_id',
    })
  if (await isCallLogged(crm, id))
    throw failure('invalid', `activity_id ${id} has a call log already`, { field: 'activity_id' })
  return activity
}

function linksOf({ deal_id, lead_id, person_id, org_id }: ActivityRow): CallLinks {
  // A call is about a deal or a lead.
  return { deal_id, lead_id: deal_id === null ? lead_id : null, person_id, org_id }
}

async function checkedLinks(crm: Crm, input: CallLogInput): Promise<CallLinks> {
  const { deal_id, lead_id, person_id, org_id } = input
  if (deal_id !== null && lead_id !== null)
    throw failure('invalid', 'Send either deal_id or lead_id: a call is about one of them', { field: 'lead_id' })
  for (const [column, table] of LINKS) {
    const id = input[column]
    if (id !== null && !(await holdRecord(crm, table, id))) throw doesNotExist(column, id)
  }
  return { deal_id, lead_id, person_id, org_id }
}

/** Deletes a call, which is for whoever made it and for admins. */
export async function removeCall(crm: Crm, id: string): Promise<void> {
  const call = await lockCall(crm, id)
  if (call.is_deleted) throw failure('gone', 'The call log is deleted')
  requireMatch(crm, call.version)
  if (call.user_id !== crm.actor.userId && !crm.actor.isAdmin)
    throw failure('forbidden', 'Only the user of a call log and admins may delete it')
  await updateRecord(crm, 'call_log', id, { is_deleted: true, delete_time: crm.now }, { action: 'deleted' })
}

/** Keeps the recording of a call, of which there is one for good. */
export async function addRecording(crm: Crm, id: string, file: UploadedFile): Promise<void> {
  const call = await lockCall(crm, id)
  if (call.is_deleted) throw failure('gone', 'The call log is deleted')
  if (call.file_key !== null) throw failure('conflict', 'The call log has a recording already')
  checkRecording(file.type)
  const recording = { file_key: file.key, file_name: file.name, file_type: file.type }
  await updateRecord(crm, 'call_log', id, recording)
}
