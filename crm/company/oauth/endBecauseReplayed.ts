import type { Call } from '@portico/kit/api/api'
import type { Sql } from '@portico/kit/database/sql'
import { writeAudit } from '../../base/access/auditStore.ts'
import type { CrmServices } from '../../base/api/context.ts'
import type { OAuthApp } from './appStore.ts'
import { endGrant } from './endGrantStore.ts'
import type { GrantKey } from './grantStore.ts'

/** Ends a grant of which a secret came twice: one of the two was sent by somebody who should not have it. */
export async function endBecauseReplayed(
  sql: Sql,
  { clientNetwork }: CrmServices,
  call: Call,
  app: OAuthApp,
  grant: GrantKey,
  secret: 'code' | 'refresh token',
): Promise<void> {
  if (!(await endGrant(sql, grant))) return
  await writeAudit(sql, {
    companyId: grant.company_id,
    action: 'app_uninstalled',
    subject: app.id,
    userId: grant.user_id,
    credential: `oauth:${grant.id}`,
    address: clientNetwork(call),
    detail: { name: app.name, reason: `a ${secret} was used twice` },
  })
}
