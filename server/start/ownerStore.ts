import type { Sql } from '@portico/kit/database/sql'

/** What is stored of the first owner's generated secrets while no person has seen them. */
export interface Unshown {
  companyId: number
  userId: number
  passwordHash: string | undefined
  tokenDigest: Uint8Array | undefined
}

const LOCK = 762_004

/** Waits until no other server makes the first owner. Held until the connection ends, with this process if need be. */
export async function lockFirstOwner(sql: Sql): Promise<void> {
  await sql`select pg_advisory_lock(${LOCK})`
}

export async function hasCompany(sql: Sql): Promise<boolean> {
  const [company] = await sql`select from crm.company limit 1`
  return company !== undefined
}

/** Whether there is no owner yet, or one whose secrets were never printed. */
export async function hasOwnerToShow(sql: Sql): Promise<boolean> {
  const [found] = await sql<{ wanted: boolean }[]>`
    select not exists (select from crm.company) or exists (select from portico.unshown_owner) as wanted`
  return found?.wanted ?? false
}

/** Nothing is kept when every secret came from a setting: whoever set it knows it. */
export async function keepUnshown(sql: Sql, unshown: Unshown): Promise<void> {
  const { companyId, userId, passwordHash = null, tokenDigest = null } = unshown
  if (passwordHash === null && tokenDigest === null) return
  await sql`insert into portico.unshown_owner (company_id, user_id, password_hash, token_digest)
    values (${companyId}, ${userId}, ${passwordHash}, ${tokenDigest})`
}

/** Deletes the row and returns it. The caller stores a new one, unless nothing is left to show. */
export async function takeUnshown(sql: Sql): Promise<(Unshown & { email: string }) | undefined> {
  const [found] = await sql<
    { company_id: number; user_id: number; password_hash: string | null; token_digest: Buffer | null; email: string }[]
  >`
    delete from portico.unshown_owner o using crm.app_user u
    where u.company_id = o.company_id and u.id = o.user_id
    returning o.company_id, o.user_id, o.password_hash, o.token_digest, u.email`
  return (
    found && {
      companyId: found.company_id,
      userId: found.user_id,
      passwordHash: found.password_hash ?? undefined,
      tokenDigest: found.token_digest ?? undefined,
      email: found.email,
    }
  )
}

/** Only these secrets: should another server have made new ones, those are still to be shown. */
export async function forgetUnshown(sql: Sql, unshown: Unshown): Promise<void> {
  const { companyId, userId, passwordHash = null, tokenDigest = null } = unshown
  await sql`delete from portico.unshown_owner
    where company_id = ${companyId} and user_id = ${userId}
      and password_hash is not distinct from ${passwordHash} and token_digest is not distinct from ${tokenDigest}`
}
