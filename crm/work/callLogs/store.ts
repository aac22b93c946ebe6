import { failure } from '@portico/kit/api/failure'
import type { Fragment, Sql } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'
import type { PurgedIds } from '../../base/records/lifecycle.ts'
import type { CallLinks } from './rules.ts'
import { maySeeCall } from './visibility.ts'

export interface CallLogRow extends CallLinks {
  id: string
  version: number
  is_deleted: boolean
  user_id: number
  file_key: string | null
  file_name: string | null
  file_type: string | null
}

/** A call the caller may see, deleted or not. */
export async function requireCall({ sql, actor }: Crm, id: string, lock: Fragment = sql``): Promise<CallLogRow> {
  const [call] = await sql<CallLogRow[]>`
    select c.* from crm.call_log c
    where c.company_id = ${actor.companyId} and c.id = ${id} and ${maySeeCall(actor, 'c')} ${lock}`
  if (!call) throw failure('missing', 'Call log not found')
  return call
}

/** The same, locked for the rest of the transaction. */
export function lockCall(crm: Crm, id: string): Promise<CallLogRow> {
  return requireCall(crm, id, crm.sql`for update of c`)
}

/** Where the recordings of calls are kept. */
export async function keysOfRecordings(sql: Sql, companyId: number, ids: PurgedIds): Promise<{ key: string }[]> {
  return sql<{ key: string }[]>`
    select file_key as key from crm.call_log
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and file_key is not null`
}

/** Whether an activity was made a call log before. Callers hold the activity. */
export async function isCallLogged({ sql, actor }: Crm, activityId: number): Promise<boolean> {
  const [there] = await sql`
    select from crm.call_log where company_id = ${actor.companyId} and activity_id = ${activityId} and not is_deleted`
  return there !== undefined
}
