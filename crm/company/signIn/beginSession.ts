import { rememberClient } from '@portico/kit/access/throttle/rememberClient'
import type { Call } from '@portico/kit/api/api'
import type { Sql } from '@portico/kit/database/sql'
import { digestOf } from '../../base/access/apiToken.ts'
import { writeAudit } from '../../base/access/auditStore.ts'
import { sessionCookieOf } from '../../base/access/session.ts'
import type { CrmServices } from '../../base/api/context.ts'
import { insertSession } from '../sessions/store.ts'
import { sessionCookie } from './cookies.ts'
import { signInRefused } from './refusals.ts'
import { SHOWS_TWO, type ShownFactor } from './shownFactor.ts'
import { endSessionWith, holdPassword, type Place } from './store.ts'

interface Entering {
  id: number
  passwordTime: string
}

/**
 * Begins a session of a person who has shown everything that is asked for, in place of one that the browser had; `enter`
 * says in which company. Gives back the cookie.
 */
export async function beginSession(
  sql: Sql,
  services: CrmServices,
  call: Call,
  { id: accountId, passwordTime }: Entering,
  shown: ShownFactor,
  enter: () => Promise<Place | undefined>,
): Promise<string> {
  if (!(await holdPassword(sql, accountId, passwordTime))) throw signInRefused()
  const place = await enter()
  if (!place) throw signInRefused()
  const address = services.clientNetwork(call)
  const agent = call.request.headers.get('user-agent') ?? ''
  await endSessionOf(sql, services, call)
  const secret = await insertSession(sql, { accountId, ...place, twoFactors: SHOWS_TWO.has(shown), agent, address })
  await writeAudit(sql, { ...place, action: 'signed_in', subject: place.userId, address, detail: { with: shown } })
  await rememberClient(sql, { product: 'crm', ...services }, call, accountId)
  return sessionCookie(secret, services.origin)
}

/** What the browser held before must not open anything afterwards: somebody else may have put it there. */
export async function endSessionOf(sql: Sql, { origin }: CrmServices, { request }: Call): Promise<void> {
  const held = sessionCookieOf(request, origin)
  if (held) await endSessionWith(sql, digestOf(held))
}
