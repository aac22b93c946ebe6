import type { Sql } from '@portico/kit/database/sql'

/* For whoever runs the server: tokens of all companies, by the e-mail addresses of people. */

export interface TokenOnServer {
  id: number
  companyId: number
  userId: number
  user: string
  company: string
  name: string
  /** The first characters of its SHA-256, in hexadecimal. */
  digest: string
  scopes: string[] | null
  readOnly: boolean
  created: Date
  expires: Date | null
  lastUsed: Date | null
  revoked: Date | null
}

/** The tokens of the person with this e-mail address in every company, or of everybody. */
export async function listTokensOnServer(sql: Sql, email?: string): Promise<TokenOnServer[]> {
  return sql<TokenOnServer[]>`
    select t.id, t.company_id as "companyId", t.user_id as "userId", u.email as user, c.domain as company, t.name,
      left(encode(t.digest, 'hex'), 8) as digest, t.scopes, t.read_only as "readOnly", t.add_time as created,
      t.expires_time as expires, t.last_used_time as "lastUsed", t.revoked_time as revoked
    from crm.api_token t join crm.app_user u on u.company_id = t.company_id and u.id = t.user_id
    join crm.company c on c.id = t.company_id
    where ${email ?? null}::text is null or lower(u.email) = lower(${email ?? null})
    order by t.id`
}
