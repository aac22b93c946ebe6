import type { Sql } from '@portico/kit/database/sql'

export interface MarketOwner {
  email: string
  passwordHash: string
  firstName?: string
  lastName?: string
}

/** Makes sure there is an owner (role 2) at the first start. With one there already, nothing changes. */
export async function createMarketOwner(sql: Sql, owner: MarketOwner): Promise<void> {
  const [there] = await sql`select from market.account where permission_type = 2 and deleted_at is null`
  if (there) return
  await sql`
    insert into market.account (email, password_hash, first_name, last_name, university, mailbox, payment_name,
                                permission_type, created_at)
    values (${owner.email.trim().toLowerCase()}, ${owner.passwordHash}, ${owner.firstName ?? 'Market'}, ${owner.lastName ?? 'Owner'},
            '', '', '', 2, now())
    on conflict (lower(email)) do update set permission_type = 2`
}
