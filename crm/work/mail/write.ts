import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { updateRecord, updateRecords, type Values } from '../../base/changes/write.ts'
import { doesNotExist } from '../../base/records/doesNotExist.ts'
import { requireMatch } from '../../base/records/version.ts'
import { holdRecord } from '../files/linkStore.ts'
import { deleteThreadKeys, isAttachedTo, lockThread, type ThreadRow } from './store.ts'

/** A write of a thread. What is undefined stays as it is. */
export interface ThreadInput {
  deal_id?: number | null | undefined
  lead_id?: string | null | undefined
  shared?: boolean | undefined
  read?: boolean | undefined
  archived?: boolean | undefined
}

/** Changes a thread of the caller's mailbox. */
export async function updateThread(crm: Crm, id: number, input: ThreadInput): Promise<void> {
  const thread = await lockOwnThread(crm, id)
  if (thread.is_deleted) throw failure('gone', 'The mail thread is deleted')
  const { shared, read, archived } = input
  const given = { shared, read, archived, ...(await newLink(crm, input, thread)) }
  const values: Values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (Object.keys(values).length > 0) await updateRecord(crm, 'mail_thread', id, values)
}

/** Deletes a thread of the caller's mailbox, for 30 days out of sight only. Deleting twice is deleting once. */
export async function removeThread(crm: Crm, id: number): Promise<void> {
  const thread = await lockOwnThread(crm, id)
  if (thread.is_deleted) return
  const gone = { is_deleted: true, delete_time: crm.now }
  await updateRecord(crm, 'mail_thread', id, gone, { action: 'deleted' })
  await updateRecords(crm, 'file', isAttachedTo(crm, id), gone, { action: 'deleted', bulk: true })
  await deleteThreadKeys(crm, id)
}

/** A thread that is shared is read by others, and changed by the one whose mailbox it is in. */
async function lockOwnThread(crm: Crm, id: number): Promise<ThreadRow> {
  const thread = await lockThread(crm, id)
  if (thread.user_id !== crm.actor.userId)
    throw failure('forbidden', 'Only the user whose mailbox a thread is in may change or delete it')
  requireMatch(crm, thread.version)
  return thread
}

/** A thread is on one record at most: a new one takes the place of the old. */
async function newLink(crm: Crm, { deal_id, lead_id }: ThreadInput, before: ThreadRow): Promise<Values> {
  if (deal_id && lead_id)
    throw failure('invalid', 'A mail thread is on a deal or on a lead: send one of deal_id and lead_id', {
      field: 'lead_id',
    })
  if (deal_id && deal_id !== before.deal_id && !(await holdRecord(crm, 'deal', deal_id)))
    throw doesNotExist('deal_id', deal_id)
  if (lead_id && lead_id !== before.lead_id && !(await holdRecord(crm, 'lead', lead_id)))
    throw doesNotExist('lead_id', lead_id)
  if (deal_id) return { deal_id, lead_id: null }
  if (lead_id) return { deal_id: null, lead_id }
  return { deal_id, lead_id }
}
