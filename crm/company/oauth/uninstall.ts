import type { Sql } from '@portico/kit/database/sql'
import { writeAudit } from '../../base/access/audit.ts'
import { type AppKey, endGrantsOfUser } from './grantStore.ts'

/** Whose app it was, and who asked for its end. */
export interface Uninstalled {
  companyId: number
  userId: number
  credential: string
  address: string
}

/** Ends everything that a user granted an app; false when there was nothing. */
export async function uninstall(
  sql: Sql,
  app: AppKey & { name: string },
  { companyId, userId, credential, address }: Uninstalled,
): Promise<boolean> {
  if ((await endGrantsOfUser(sql, companyId, userId, app)) === 0) return false
  const detail = { name: app.name }
  await writeAudit(sql, { companyId, action: 'app_uninstalled', subject: app.id, userId, credential, address, detail })
  return true
}
