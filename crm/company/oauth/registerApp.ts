import { failure } from '@portico/kit/api/failure'
import { auditCall } from '../../base/access/auditStore.ts'
import type { Crm } from '../../base/api/context.ts'
import { createApp } from './createApp.ts'

/** Registers an app for the company of the caller. */
export async function registerApp(
  crm: Crm,
  given: { name: string; redirect_uri: string; scopes: readonly string[] },
): Promise<{ client_id: string; client_secret: string }> {
  const { sql, actor, services } = crm
  const name = given.name.trim()
  if (name === '') throw failure('invalid', 'name must not be blank', { field: 'name' })
  const { companyId, userId: creatorId } = actor
  const { redirect_uri: redirectUri, scopes } = given
  const app = await createApp(sql, { companyId, name, redirectUri, scopes, creatorId }, services.secrets[0] ?? '')
  await auditCall(crm, 'app_created', app.id, { name, redirect_uri: redirectUri, scopes: app.scopes })
  return { client_id: app.clientId, client_secret: app.clientSecret }
}
