import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import type { Actor } from '../../base/access/actor.ts'
import { writeAudit } from '../../base/access/auditStore.ts'
import type { CrmServices } from '../../base/api/context.ts'
import { enterCompany } from './companyStore.ts'
import { renewSession } from './renewSession.ts'

/** Goes on in another company of the same person, with a session of its own there; gives back the cookie. */
export async function switchCompany(
  sql: Sql,
  services: CrmServices,
  call: Call,
  actor: Actor,
  companyId: number,
): Promise<string> {
  if (!actor.credential.startsWith('session:'))
    throw failure('forbidden', 'Only somebody who is signed in on a page switches; a token belongs to one company')
  const place = await enterCompany(sql, actor.accountId, companyId)
  if (!place) throw failure('missing', `company_id ${companyId} is no company of yours`, { field: 'company_id' })
  const { accountId, twoFactors } = actor
  const address = services.clientNetwork(call)
  const detail = { with: 'session of another company' }
  await writeAudit(sql, { ...place, action: 'signed_in', subject: place.userId, address, detail })
  return renewSession(sql, services, call, { accountId, ...place, twoFactors })
}
