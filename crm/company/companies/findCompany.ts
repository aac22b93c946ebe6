import type { Sql } from '@portico/kit/database/sql'

export interface FoundCompany {
  id: number
  name: string
  domain: string
}

/** The company of that short name; the first one made when no name is given. */
export async function findCompany(sql: Sql, domain?: string): Promise<FoundCompany | undefined> {
  const [found] = await sql<FoundCompany[]>`
    select id, name, domain from crm.company
    where ${domain ?? null}::text is null or domain = ${domain ?? null} order by id limit 1`
  return found
}
