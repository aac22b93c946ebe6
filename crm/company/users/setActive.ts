import { auditCall } from '../../base/access/auditStore.ts'
import { lockCompany } from '../../base/access/companyLockStore.ts'
import type { Author } from '../../base/changes/author.ts'
import { updateRecord } from '../../base/changes/write.ts'
import { endCredentials } from './endCredentials.ts'
import { invite } from './invite.ts'
import { requireOwnerBeside, requireStillOwner } from './ownersStore.ts'
import { findStoredUser, missingUser } from './store.ts'

/**
 * Switches a user on or off. Whoever is switched off is signed out everywhere at once, and their records stay; whoever is
 * switched on and has no password yet is invited.
 */
export async function setActive(by: Author, userId: number, active: boolean): Promise<void> {
  await lockCompany(by)
  await requireStillOwner(by)
  const user = await findStoredUser(by, { id: userId })
  if (!user || user.is_deleted) throw missingUser()
  if (user.active === active) return
  if (!active) await requireOwnerBeside(by, userId)
  await updateRecord(by, 'app_user', userId, { active })
  if (active && !user.hasPassword) await invite(by, userId)
  if (!active) await endCredentials(by.sql, by.actor.companyId, userId)
  await auditCall(by, active ? 'user_activated' : 'user_deactivated', userId, { email: user.email })
}
