import { findUsersOnServer, type UserOnServer } from '@portico/crm/company/users/serverStore'
import type { Sql } from '@portico/kit/database/sql'
import { problem } from '../config/problem.ts'

/** Whom somebody means by an e-mail address: whoever belongs to several companies has to be told apart by one. */
export async function userOf(
  sql: Sql,
  { email, company, states }: { email: string; company: string | undefined; states: 'active' | 'any' },
): Promise<UserOnServer> {
  const all = await findUsersOnServer(sql, email, company)
  const [found, ...others] = states === 'active' ? all.filter(user => user.active) : all
  if (!found) {
    const who = states === 'active' ? 'active user' : 'user'
    throw problem(`No ${who} has the e-mail address ${email}${company === undefined ? '' : ` in ${company}`}`)
  }
  if (others.length === 0) return found
  const companies = [found, ...others].map(one => one.company).join(', ')
  throw problem(`${email} belongs to several companies: say --company, one of ${companies}`)
}
