import type { Sql } from '@portico/kit/database/sql'
import { deleteCalendarAddress } from '../../work/calendarAddress/store.ts'
import { uninstallAll } from '../oauth/uninstall.ts'
import { endSessionsOfUser } from '../sessions/store.ts'
import { deletePasswordLinksOf } from '../signIn/passwordLinkStore.ts'
import { revokeTokensOfUser } from '../tokens/store.ts'

/**
 * Ends everything a user of a company signs in with; triggers tell every process. Sessions of the same person in other
 * companies go on.
 */
export async function endCredentials(sql: Sql, companyId: number, userId: number): Promise<void> {
  await revokeTokensOfUser(sql, companyId, userId)
  await uninstallAll(sql, companyId, userId)
  await endSessionsOfUser(sql, companyId, userId)
  await deletePasswordLinksOf(sql, companyId, userId)
  await deleteCalendarAddress(sql, companyId, userId)
}
