import type { Call } from '@portico/kit/api/api'
import type { Actor } from '../../base/access/actor.ts'
import { writeAudit } from '../../base/access/auditStore.ts'
import type { CrmServices } from '../../base/api/context.ts'
import { endSessionOf } from './beginSession.ts'

/** The cookie may have been copied: it is the session that ends. */
export async function signOut(services: CrmServices, call: Call, actor: Actor | undefined): Promise<void> {
  await services.database.write(async sql => {
    await endSessionOf(sql, services, call)
    if (!actor) return
    const { companyId, userId, credential } = actor
    const address = services.clientNetwork(call)
    const subject = credential.replace('session:', '')
    await writeAudit(sql, { companyId, userId, credential, action: 'signed_out', subject, address })
  })
}
