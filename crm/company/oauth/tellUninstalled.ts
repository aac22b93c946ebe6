import { openSealedSecret } from '@portico/kit/access/sealedSecret'
import { failure } from '@portico/kit/api/failure'
import type { Database } from '@portico/kit/database/database'
import type { Sql } from '@portico/kit/database/sql'
import type { Outgoing } from '@portico/kit/http/outgoing'
import { addJob } from '@portico/kit/jobs/jobs'
import { findApp, type OAuthApp } from './appStore.ts'
import { APP_SECRET } from './createApp.ts'

export const TELL_UNINSTALLED = 'crm:tell-uninstalled'

export interface UninstalledApp {
  clientId: string
  companyId: number
  userId: number
  time: string
}

/** Tells an app after commit that a user has uninstalled it. */
export async function addUninstalledJob(sql: Sql, uninstalled: UninstalledApp): Promise<void> {
  await addJob(sql, TELL_UNINSTALLED, uninstalled, { maxAttempts: 4 })
}

/**
 * Sends DELETE to the address of the app, with the credentials of the app so that it can believe it. Whatever it
 * answers is all right; an app that cannot be reached is told again a few times.
 */
export function tellUninstalledTask(database: Database, send: Outgoing, secrets: readonly string[]) {
  return async ({ clientId, companyId, userId, time }: UninstalledApp): Promise<void> => {
    const app = await database.read(sql => findApp(sql, clientId))
    const authorization = app && basicOf(app, secrets)
    // Removed since, or sealed with a secret that the server has lost: nobody is left to be told.
    if (!app || !authorization) return
    const body = { client_id: clientId, company_id: companyId, user_id: userId, timestamp: time }
    const sent = await send({
      method: 'DELETE',
      url: app.redirectUri,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    // A private address stays one, and a redirect is an answer: trying again would not help.
    if (sent.problem && sent.problem !== 'not allowed' && sent.problem !== 'redirect')
      throw failure('unavailable', sent.message)
  }
}

function basicOf({ clientId, secretSealed }: OAuthApp, secrets: readonly string[]): string | undefined {
  const secret = openSealedSecret(secretSealed, APP_SECRET, secrets)
  return secret === undefined ? undefined : `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
}
