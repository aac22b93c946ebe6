import type { Sql } from '@portico/kit/database/sql'

/** Another password in the place of one that nobody has seen; an account whose password was changed since keeps it. */
export async function replaceMarketPassword(sql: Sql, before: string, passwordHash: string): Promise<void> {
  await sql`update market.account set password_hash = ${passwordHash} where password_hash = ${before}`
}
