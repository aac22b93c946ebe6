import type { Crm } from '../../base/api/context.ts'

/** Calls with an API token or a session come from no app of their own. */
export const NO_APP = 'api'

/** The client id of the app that calls, which acts for a person by a grant. */
export async function callingApp({ sql, actor }: Crm): Promise<string> {
  const [, grantId] = /^oauth:(\d+)$/.exec(actor.credential) ?? []
  if (!grantId) return NO_APP
  const [app] = await sql<{ client_id: string }[]>`
    select app.client_id from crm.oauth_grant g
    join crm.oauth_app app on app.company_id = g.app_company_id and app.id = g.app_id
    where g.company_id = ${actor.companyId} and g.id = ${grantId}`
  return app?.client_id ?? NO_APP
}
