import { failure } from '@portico/kit/api/failure'
import { auditCall } from '../../base/access/auditStore.ts'
import type { Crm } from '../../base/api/context.ts'
import { type ListedApp, revokeApp, setRedirectUri } from './appStore.ts'
import { checkRedirectUri } from './createApp.ts'
import { endGrantsOfApp } from './endGrantStore.ts'

/** Codes that were sent to the former address can still be exchanged with it. */
export async function changeRedirect(crm: Crm, id: number, redirectUri: string): Promise<ListedApp> {
  checkRedirectUri(redirectUri)
  const changed = await setRedirectUri(crm.sql, crm.actor.companyId, id, redirectUri)
  if (!changed) throw failure('missing', 'There is no such app')
  await auditCall(crm, 'app_changed', id, { name: changed.name, redirect_uri: redirectUri })
  return changed
}

/** Ends an app everywhere: it is marked first, so that whoever agrees to it at this moment finds it removed. */
export async function removeApp(crm: Crm, id: number): Promise<boolean> {
  const { sql, actor } = crm
  const name = await revokeApp(sql, actor.companyId, id)
  if (name === undefined) return false
  await endGrantsOfApp(sql, { companyId: actor.companyId, id })
  await auditCall(crm, 'app_removed', id, { name })
  return true
}
