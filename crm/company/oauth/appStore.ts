import type { Sql } from '@portico/kit/database/sql'

/** An app as the endpoints of OAuth know it. */
export interface OAuthApp {
  companyId: number
  id: number
  clientId: string
  secretDigest: Uint8Array
  secretSealed: Uint8Array
  name: string
  redirectUri: string
  scopes: string[]
  /** Who registered it. */
  company: string
}

/** Found by its client id, whichever company registered it. */
export async function findApp(sql: Sql, clientId: string): Promise<OAuthApp | undefined> {
  const [app] = await sql<OAuthApp[]>`
    select a.company_id as "companyId", a.id, a.client_id as "clientId", a.secret_digest as "secretDigest",
      a.secret_sealed as "secretSealed", a.name, a.redirect_uri as "redirectUri", a.scopes, c.name as company
    from crm.oauth_app a join crm.company c on c.id = a.company_id
    where a.client_id = ${clientId} and a.revoked_time is null`
  return app
}
