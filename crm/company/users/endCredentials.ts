import type { Sql } from '@portico/kit/database/sql'
import { uninstallAll } from '../oauth/uninstall.ts'

/**
 * Ends everything a user of a company signs in with; triggers tell every process. Sessions of the same person in other
 * companies go on.
 */
export async function endCredentials(sql: Sql, companyId: number, userId: number): Promise<void> {
  await sql`
    update crm.api_token set revoked_time = now()
    where company_id = ${companyId} and user_id = ${userId} and revoked_time is null`
  await uninstallAll(sql, companyId, userId)
  await sql`delete from crm.session where company_id = ${companyId} and user_id = ${userId}`
  await sql`
    delete from crm.password_link l using crm.app_user u
    where u.company_id = ${companyId} and u.id = ${userId} and l.account_id = u.account_id and l.company_id = u.company_id`
}
