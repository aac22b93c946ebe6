import { failure } from '@portico/kit/api/failure'
import { auditCall } from '../../base/access/auditStore.ts'
import type { Crm } from '../../base/api/context.ts'
import { endOtherSessions, endSession } from './store.ts'

/** Ends one session of the caller. */
export async function endOwnSession(crm: Crm, id: number): Promise<void> {
  if (!(await endSession(crm.sql, crm.actor.accountId, id))) throw failure('missing', 'There is no such session')
  await auditCall(crm, 'session_ended', id)
}

/** Ends every session of the caller but the one that calls; a token has none, and ends them all. */
export async function endOtherOwnSessions(crm: Crm): Promise<number[]> {
  const { credential, accountId } = crm.actor
  const own = credential.startsWith('session:') ? Number(credential.slice('session:'.length)) : 0
  const ended = await endOtherSessions(crm.sql, accountId, own)
  for (const { id } of ended) await auditCall(crm, 'session_ended', id)
  return ended.map(session => session.id)
}
