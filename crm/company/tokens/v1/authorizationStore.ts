import type { Sql } from '@portico/kit/database/sql'
import { activeUser } from '../../signIn/store.ts'

export interface AuthorizedCompany {
  id: number
  name: string
  domain: string
  userId: number
  demandsSecondFactor: boolean
}

/** The companies where a person is an active user, the one worked in last first: older programs take the first. */
export async function listAuthorized(sql: Sql, accountId: number): Promise<AuthorizedCompany[]> {
  return sql<AuthorizedCompany[]>`
    select c.id, c.name, c.domain, u.id as "userId",
      (c.settings->>'require_second_factor')::boolean is true as "demandsSecondFactor"
    from ${activeUser} where u.account_id = ${accountId} order by u.last_login desc nulls last, c.id`
}
