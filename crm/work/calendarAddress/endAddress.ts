import { failure } from '@portico/kit/api/failure'
import { auditCall } from '../../base/access/auditStore.ts'
import type { Crm } from '../../base/api/context.ts'
import { deleteCalendarAddress } from './store.ts'

/** Ends the calendar address of the caller; 404 when there is none. */
export async function endCalendarAddress(crm: Crm): Promise<void> {
  const { sql, actor } = crm
  if (!(await deleteCalendarAddress(sql, actor.companyId, actor.userId)))
    throw failure('missing', 'There is no calendar address to end')
  await auditCall(crm, 'calendar_address_changed', actor.userId, { change: 'ended' })
}
