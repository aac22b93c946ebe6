import type { Sql } from '@portico/kit/database/sql'
import { normalAddress } from './auth/rules.ts'
import { findCredentials, setPassword } from './auth/store.ts'
import { marketEvent, notify } from './notices/notify.ts'

/**
 * The account with this e-mail address gets this password, its sessions and reset links end, and its owner is told;
 * false when there is no such account.
 */
export async function setMarketPassword(sql: Sql, email: string, passwordHash: string, now: Date): Promise<boolean> {
  const account = await findCredentials(sql, normalAddress(email))
  const changed = account && (await setPassword(sql, account.id, passwordHash))
  if (!changed) return false
  await notify(sql, now, [
    marketEvent('passwordChanged', `${account.id} ${changed.epoch}`, { account: account.id }, {}),
  ])
  return true
}
