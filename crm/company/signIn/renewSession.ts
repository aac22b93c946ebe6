import type { Call } from '@portico/kit/api/api'
import type { Sql } from '@portico/kit/database/sql'
import type { CrmServices } from '../../base/api/context.ts'
import { insertSession } from '../sessions/store.ts'
import { endSessionOf } from './beginSession.ts'
import { sessionCookie } from './cookies.ts'

interface Renewed {
  accountId: number
  companyId: number
  userId: number
  twoFactors: boolean
}

/** Another session in the place of the browser's own, after what it may do has changed; gives back the cookie. */
export async function renewSession(sql: Sql, services: CrmServices, call: Call, session: Renewed): Promise<string> {
  await endSessionOf(sql, services, call)
  const { accountId, companyId, userId, twoFactors } = session
  const agent = call.request.headers.get('user-agent') ?? ''
  const address = services.clientNetwork(call)
  const secret = await insertSession(sql, { accountId, companyId, userId, twoFactors, agent, address })
  return sessionCookie(secret, services.origin)
}
