import type { Sql } from '@portico/kit/database/sql'

/** The status of a purchase, which stays locked until the end of the transaction; undefined when there is none. */
export async function lockPurchase(sql: Sql, id: string): Promise<number | undefined> {
  const [purchase] = await sql<{ status: number }[]>`
    select status from market.purchase where id = ${id} for no key update`
  return purchase?.status
}

/** The books of a purchase that wait to be charged. */
export function listUncharged(sql: Sql, purchaseId: string) {
  return sql<{ id: string; verified: boolean }[]>`
    select id, verified_at is not null as verified from market.book
    where purchase_id = ${purchaseId} and status = 1 order by id`
}

export interface VerifiedBook {
  name: string
  buyer: string
  purchase: string
}

/** Notes that the condition was verified; undefined when the book is not reserved, or verified already. */
export async function markVerified(sql: Sql, id: string, by: string, now: Date): Promise<VerifiedBook | undefined> {
  const [book] = await sql<VerifiedBook[]>`
    update market.book set verified_at = ${now}
    where id = ${id} and status = 1 and verified_at is null
    returning name, buyer_id as buyer, purchase_id as purchase`
  if (!book) return undefined
  await sql`
    insert into market.book_move (book_id, move, from_status, to_status, by_id, purchase_id, at)
    values (${id}, 'verify', 1, 1, ${by}, ${book.purchase}, ${now})`
  return book
}

export async function findFirstName(sql: Sql, accountId: string): Promise<string | undefined> {
  const [account] = await sql<{ firstName: string }[]>`
    select first_name as "firstName" from market.account where id = ${accountId}`
  return account?.firstName
}
