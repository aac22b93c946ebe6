import { createHmac } from 'node:crypto'
import type { Call } from '@portico/kit/api/api'
import type { Sql } from '@portico/kit/database/sql'
import { digestOf } from '../../base/access/apiToken.ts'
import { writeAudit } from '../../base/access/auditStore.ts'
import type { CrmServices } from '../../base/api/context.ts'
import type { Place } from '../signIn/store.ts'
import { findTokensForPassword, insertToken } from './store.ts'

/** How such a token is listed among those of its user. */
export const FOR_PASSWORD = 'for e-mail and password'

/**
 * The API token that a program gets for an e-mail address and a password. It is computed from the server's secret, so
 * that the same one can be told again although only its digest is stored; a revoked one is followed by the next.
 */
export async function tokenForPassword(
  sql: Sql,
  services: Pick<CrmServices, 'secrets' | 'clientNetwork'>,
  call: Call,
  { companyId, userId }: Place,
): Promise<{ token: string; addTime: string }> {
  const made = await findTokensForPassword(sql, companyId, userId, FOR_PASSWORD)
  const live = new Map(made.filter(({ revoked }) => !revoked).map(({ digest, addTime }) => [hex(digest), addTime]))
  const revoked = new Set(made.filter(({ revoked }) => revoked).map(({ digest }) => hex(digest)))
  let unused: string | undefined
  // One of these has not been revoked, since there is one more of them than revoked ones.
  for (let count = 0; count <= revoked.size; count++) {
    const token = derived(services.secrets[0] ?? '', companyId, userId, count)
    const digest = hex(digestOf(token))
    const addTime = live.get(digest)
    if (addTime !== undefined) return { token, addTime }
    if (!revoked.has(digest)) unused ??= token
  }
  if (unused === undefined) throw new Error('every derived token was revoked')
  const { id, token, addTime } = await insertToken(sql, { companyId, userId, name: FOR_PASSWORD }, unused)
  const address = services.clientNetwork(call)
  await writeAudit(sql, {
    companyId,
    action: 'token_created',
    subject: id,
    userId,
    address,
    detail: { name: FOR_PASSWORD },
  })
  return { token, addTime }
}

function derived(secret: string, companyId: number, userId: number, count: number): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['crm api token for a password', companyId, userId, count]))
    .digest('hex')
    .slice(0, 40)
}

function hex(digest: Uint8Array): string {
  return Buffer.from(digest).toString('hex')
}
