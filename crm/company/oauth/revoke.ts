import type { Call } from '@portico/kit/api/api'
import { isAccessToken } from '../../base/access/bearer.ts'
import type { CrmServices } from '../../base/api/context.ts'
import type { OAuthApp } from './appStore.ts'
import { endAccess } from './endGrantStore.ts'
import { findFamily } from './grantStore.ts'
import { familyOf } from './secrets.ts'
import { uninstall } from './uninstall.ts'

/** What an app asks for: its access token ends, or with a refresh token everything that the user granted it. */
export async function revoke(services: CrmServices, call: Call, app: OAuthApp, given: string): Promise<void> {
  const { database } = services
  const token = plainToken(given)
  if (isAccessToken(token)) await database.write(sql => endAccess(sql, app, token))
  const family = familyOf(token)
  if (family === undefined) return
  await database.write(async sql => {
    const grant = await findFamily(sql, app, family, token)
    if (!grant) return
    const { company_id: companyId, user_id: userId, id } = grant
    const address = services.clientNetwork(call)
    await uninstall(sql, app, { companyId, userId, credential: `oauth:${id}`, address })
  })
}

/** The official client encodes access tokens once more than forms do. */
function plainToken(given: string): string {
  return given.replace(/^v1u%3A/i, 'v1u:')
}
