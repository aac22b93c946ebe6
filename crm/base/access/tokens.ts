import type { Sql } from '@portico/kit/database/sql'

export interface ListedToken {
  id: number
  user: string
  name: string
  /** The first characters of its SHA-256, in hexadecimal: enough to know one's own token by, useless to anybody else. */
  digest: string
  scopes: string[] | null
  created: Date
  revoked: Date | null
}

/** The API tokens of the user with this e-mail address, or of everybody. The tokens themselves are known to nobody. */
export async function listTokens(sql: Sql, email?: string): Promise<ListedToken[]> {
  return sql<ListedToken[]>`
    select t.id, u.email as user, t.name, left(encode(t.digest, 'hex'), 8) as digest, t.scopes,
      t.add_time as created, t.revoked_time as revoked
    from crm.api_token t join crm.app_user u on u.company_id = t.company_id and u.id = t.user_id
    where ${email ?? null}::text is null or lower(u.email) = lower(${email ?? null})
    order by t.id`
}

/** Ends the token of this id, or every token of the user with this e-mail address; the ids of those that ended. */
export async function revokeTokens(sql: Sql, which: { id: number } | { email: string }): Promise<number[]> {
  const id = 'id' in which ? which.id : null
  const email = 'email' in which ? which.email : null
  const revoked = await sql<{ id: number }[]>`
    update crm.api_token t set revoked_time = now() from crm.app_user u
    where u.company_id = t.company_id and u.id = t.user_id and t.revoked_time is null
      and (t.id = ${id}::bigint or lower(u.email) = lower(${email}::text))
    returning t.id`
  return revoked.map(token => token.id)
}
