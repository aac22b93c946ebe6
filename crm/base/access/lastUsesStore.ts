import type { Sql } from '@portico/kit/database/sql'

/** `token:7` and the like, with the time of the last call. */
type Use = readonly [credential: string, at: Date]

export async function storeLastUses(sql: Sql, uses: readonly Use[]): Promise<void> {
  const [tokens, sessions, grants] = [usesOf(uses, 'token'), usesOf(uses, 'session'), usesOf(uses, 'oauth')]
  if (tokens.ids.length > 0)
    await sql`update crm.api_token t set last_used_time = n.at
      from unnest(${tokens.ids}::bigint[], ${tokens.times}::timestamptz[]) n (id, at) where t.id = n.id`
  if (sessions.ids.length > 0)
    await sql`update crm.session s set last_used_time = n.at
      from unnest(${sessions.ids}::bigint[], ${sessions.times}::timestamptz[]) n (id, at) where s.id = n.id`
  if (grants.ids.length > 0)
    await sql`update crm.oauth_grant g set last_used_time = n.at
      from unnest(${grants.ids}::bigint[], ${grants.times}::timestamptz[]) n (id, at) where g.id = n.id`
}

function usesOf(uses: readonly Use[], kind: string): { ids: number[]; times: string[] } {
  const of = uses.filter(([credential]) => credential.startsWith(`${kind}:`))
  return {
    ids: of.map(([credential]) => Number(credential.slice(kind.length + 1))),
    times: of.map(([, at]) => at.toISOString()),
  }
}
