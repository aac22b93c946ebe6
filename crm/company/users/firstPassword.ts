import type { Author } from '../../base/changes/author.ts'
import { updateRecord } from '../../base/changes/write.ts'
import { insertFirstPassword, listUnansweredInvitations } from './firstPasswordStore.ts'

/** Gives the account of a user a password if it has none; false when it has one, which stays. */
export async function giveFirstPassword(by: Author, userId: number, passwordHash: string): Promise<boolean> {
  const accountId = await insertFirstPassword(by, userId, passwordHash)
  if (accountId === undefined) return false
  await markActivated(by, accountId)
  return true
}

/** Somebody has set a password: in every company that had invited them they are activated now. */
export async function markActivated(by: Omit<Author, 'actor'> & ActivatedBy, accountId: number): Promise<void> {
  for (const { companyId, userId } of await listUnansweredInvitations(by.sql, accountId))
    await updateRecord({ ...by, actor: { ...by.actor, companyId, userId } }, 'app_user', userId, { activated: true })
}

/** In each company it is the person themselves. */
interface ActivatedBy {
  actor: Pick<Author['actor'], 'source' | 'credential'>
}
