import type { Sql } from '@portico/kit/database/sql'

export async function hasOwner(sql: Sql): Promise<boolean> {
  const [owner] = await sql`select from market.account where permission_type = 2 and deleted_at is null`
  return owner !== undefined
}

export interface OwnerRow {
  email: string
  passwordHash: string
  firstName: string
  lastName: string
}

/** An account that has the address already becomes the owner and keeps its password. */
export async function storeOwner(sql: Sql, { email, passwordHash, firstName, lastName }: OwnerRow): Promise<void> {
  await sql`
    insert into market.account (email, password_hash, first_name, last_name, university, mailbox, payment_name,
                                permission_type, created_at)
    values (${email}, ${passwordHash}, ${firstName}, ${lastName}, '', '', '', 2, now())
    on conflict (lower(email)) do update set permission_type = 2`
}

/** An account whose password was changed since has another hash, and keeps it. */
export async function replacePasswordHash(sql: Sql, before: string, passwordHash: string): Promise<void> {
  await sql`update market.account set password_hash = ${passwordHash} where password_hash = ${before}`
}
