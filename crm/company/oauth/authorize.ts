import type { Call } from '@portico/kit/api/api'
import { failure } from '@portico/kit/api/failure'
import type { Actor } from '../../base/access/actor.ts'
import { writeAudit } from '../../base/access/auditStore.ts'
import { requireRight } from '../../base/access/mayDo.ts'
import type { CrmServices } from '../../base/api/context.ts'
import type { AuthorizeRequest } from './authorizeRequest.ts'
import { insertGrant } from './grantStore.ts'

/** A person agrees: the code that the app is sent. */
export async function authorize(
  { database, clientNetwork }: CrmServices,
  call: Call,
  actor: Actor,
  { app, codeChallenge }: AuthorizeRequest,
): Promise<string> {
  requireUsableApps(actor)
  const { companyId, userId, credential } = actor
  return database.write(async sql => {
    const code = await insertGrant(sql, { companyId, userId, app, redirectUri: app.redirectUri, codeChallenge })
    if (!code) throw failure('missing', `${app.name} was removed from this server`)
    const detail = { name: app.name, scopes: app.scopes }
    const address = clientNetwork(call)
    await writeAudit(sql, { companyId, action: 'app_authorized', subject: app.id, userId, credential, address, detail })
    return code
  })
}

/** An app could do nothing for somebody whose company keeps programs away. */
export function requireUsableApps(actor: Actor): void {
  requireRight({ actor }, 'can_use_api')
}
