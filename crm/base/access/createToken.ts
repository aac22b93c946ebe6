import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import { digestOf, newApiToken } from './apiToken.ts'

/** A further API token for the user with this e-mail address. Given back this once. */
export async function createToken(sql: Sql, email: string, name: string): Promise<string> {
  const token = newApiToken()
  const [made] = await sql`
    insert into crm.api_token (company_id, user_id, name, digest)
    select company_id, id, ${name}, ${digestOf(token)} from crm.app_user
    where lower(email) = lower(${email}) and active and not is_deleted returning id`
  if (!made) throw failure('missing', `No active user has the e-mail address ${email}`)
  return token
}
