import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'

export interface LastUse {
  companyId: number
  /** `token:7` and the like. */
  credential: string
  at: Date
}

const TABLES = { token: 'crm.api_token', session: 'crm.session', oauth: 'crm.oauth_grant' }

export async function storeLastUses(sql: Sql, uses: readonly LastUse[]): Promise<void> {
  for (const [kind, table] of Object.entries(TABLES)) {
    const ofKind = uses.filter(({ credential }) => credential.startsWith(`${kind}:`))
    if (ofKind.length > 0) await storeUsesOf(sql, fragment(table), ofKind)
  }
}

async function storeUsesOf(sql: Sql, table: Fragment, uses: readonly LastUse[]): Promise<void> {
  const companies = uses.map(({ companyId }) => companyId)
  const ids = uses.map(({ credential }) => Number(credential.slice(credential.indexOf(':') + 1)))
  const times = uses.map(({ at }) => at.toISOString())
  await sql`
    update ${table} t set last_used_time = n.at
    from unnest(${companies}::bigint[], ${ids}::bigint[], ${times}::timestamptz[]) n (company_id, id, at)
    where t.company_id = n.company_id and t.id = n.id`
}
