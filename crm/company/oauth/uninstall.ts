import type { Sql } from '@portico/kit/database/sql'
import { writeAudit } from '../../base/access/auditStore.ts'
import { endAllGrantsOfUser, endGrantsOfUser } from './endGrantStore.ts'
import type { AppKey } from './grantStore.ts'
import { addUninstalledJob } from './tellUninstalled.ts'

/** Whose app it was, and who asked for its end. */
export interface Uninstalled {
  companyId: number
  userId: number
  credential: string
  address: string
}

/** Ends everything that a user granted an app, and tells the app; false when there was nothing. */
export async function uninstall(
  sql: Sql,
  app: AppKey & { name: string; clientId: string },
  { companyId, userId, credential, address }: Uninstalled,
): Promise<boolean> {
  if ((await endGrantsOfUser(sql, companyId, userId, app)) === 0) return false
  const detail = { name: app.name }
  await writeAudit(sql, { companyId, action: 'app_uninstalled', subject: app.id, userId, credential, address, detail })
  await addUninstalledJob(sql, { clientId: app.clientId, companyId, userId, time: new Date().toISOString() })
  return true
}

/** The same for every app of a user who is switched off, which is written down as that. */
export async function uninstallAll(sql: Sql, companyId: number, userId: number): Promise<void> {
  const time = new Date().toISOString()
  for (const clientId of await endAllGrantsOfUser(sql, companyId, userId))
    await addUninstalledJob(sql, { clientId, companyId, userId, time })
}
