import { digestOf, newApiToken } from '@portico/crm/base/access/apiToken'
import type { Client } from '@portico/kit/database/connect'

/** By database: test files run one after the other in one process, each on a database of its own. */
const made = new WeakMap<Client, Map<string, Promise<string>>>()

/** A token of the first user with just these scopes, made once for each list. */
export function createApiTokenWith(sql: Client, scopes: readonly string[]): Promise<string> {
  const here = made.get(sql) ?? new Map<string, Promise<string>>()
  made.set(sql, here)
  const key = scopes.join()
  const known = here.get(key) ?? create(sql, scopes)
  here.set(key, known)
  return known
}

async function create(sql: Client, scopes: readonly string[]): Promise<string> {
  const token = newApiToken()
  await sql`insert into crm.api_token (company_id, user_id, digest, scopes)
    select company_id, id, ${digestOf(token)}, ${[...scopes]} from crm.app_user order by id limit 1`
  return token
}
