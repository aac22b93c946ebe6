import type { Author } from '../../base/changes/author.ts'
import { updateRecord } from '../../base/changes/write.ts'
import { placesOf } from '../signIn/store.ts'
import { insertFirstPassword } from './firstPasswordStore.ts'

/** Gives the account of a user a password if it has none; false when it has one, which stays. */
export async function giveFirstPassword(by: Author, userId: number, passwordHash: string): Promise<boolean> {
  const accountId = await insertFirstPassword(by, userId, passwordHash)
  if (accountId === undefined) return false
  await markActivated(by, accountId)
  return true
}

/** Whoever has set a password has answered every invitation: in each company the user is activated, and the log says so. */
async function markActivated(by: Author, accountId: number): Promise<void> {
  for (const { companyId, userId } of await placesOf(by.sql, accountId))
    await markUserActivated({ ...by, actor: { ...by.actor, companyId } }, userId)
}

export async function markUserActivated(by: Author, userId: number): Promise<void> {
  await updateRecord(by, 'app_user', userId, { activated: true })
}
