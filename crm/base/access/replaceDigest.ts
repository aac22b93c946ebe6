import type { Sql } from '@portico/kit/database/sql'

/** Another token in the place of one that nobody has seen; false when that one is gone or revoked. */
export async function replaceDigest(sql: Sql, before: Uint8Array, digest: Uint8Array): Promise<boolean> {
  const [replaced] = await sql`
    update crm.api_token set digest = ${digest} where digest = ${before} and revoked_time is null returning id`
  return replaced !== undefined
}
