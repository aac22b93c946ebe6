import type { Crm } from '../../base/api/context.ts'
import { findInstalledApp } from './appStore.ts'
import { uninstall } from './uninstall.ts'

/** A person takes back what they granted an app; false when there is nothing. */
export async function uninstallOwn({ sql, actor, call, services }: Crm, appId: number): Promise<boolean> {
  const { companyId, userId, credential } = actor
  const app = await findInstalledApp(sql, companyId, userId, appId)
  if (!app) return false
  return uninstall(sql, app, { companyId, userId, credential, address: services.clientNetwork(call) })
}
