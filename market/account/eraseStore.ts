import { forgetKnownClients } from '@portico/kit/access/throttle/knownClientStore'
import type { Sql } from '@portico/kit/database/sql'

/** The address of an account in lower case; the account stays locked until the end of the transaction. */
export async function lockAddress(sql: Sql, id: string): Promise<string | undefined> {
  const [account] = await sql<{ email: string }[]>`
    select lower(email) as email from market.account where id = ${id} and email is not null for update`
  return account?.email
}

/** Deletes the books of an account that are not in a sale; the pictures they had. */
export async function removeUnsoldBooks(sql: Sql, ownerId: string, now: Date): Promise<string[]> {
  const unsold = await sql<{ pictures: string[] }[]>`
    update market.book set deleted_at = coalesce(deleted_at, ${now}), comments = '', pictures = '{}'
    from (select id, pictures from market.book where owner_id = ${ownerId} and status in (0, 5) for update) before
    where book.id = before.id and book.status in (0, 5) returning before.pictures`
  return unsold.flatMap(book => book.pictures)
}

/** Whether the account sells or buys a book that is reserved or charged. */
export async function hasOpenSale(sql: Sql, id: string): Promise<boolean> {
  const [open] = await sql`
    select from market.book where (owner_id = ${id} or buyer_id = ${id}) and status in (1, 2) limit 1`
  return open !== undefined
}

/** Deletes all rows about an account that no other account and no sale needs. */
export async function removeRowsOf(sql: Sql, id: string, email: string): Promise<void> {
  await sql`
    delete from market.cart_item where account_id = ${id}
      or book_id in (select id from market.book where owner_id = ${id} and deleted_at is not null)`
  await sql`
    delete from market.match where book_id in (select id from market.book where owner_id = ${id} and status in (0, 5))`
  await sql`delete from market.message where from_id = ${id}`
  await sql`delete from market.conversation where asker_id = ${id}`
  await sql`delete from market.request where owner_id = ${id}`
  await sql`delete from market.saved_search where owner_id = ${id}`
  await sql`delete from market.notice where account_id = ${id}`
  await sql`delete from market.mail where account_id = ${id} or lower(address) = ${email}`
  await removeStaffNoticesAbout(sql, id)
  await sql`delete from market.signup where lower(email) = ${email}`
  await sql`delete from market.idempotency where account_id = ${id}`
  await sql`delete from market.password_reset where account_id = ${id}`
  await forgetKnownClients(sql, 'market', id)
}

/** Notices and mails to the staff name the first name of a buyer or of who inspected a book. */
async function removeStaffNoticesAbout(sql: Sql, id: string): Promise<void> {
  await sql`
    with told as (
      select 'newTransaction:' || id as key from market.purchase where buyer_id = ${id}
      union select 'paymentReceived:' || purchase.id || ' ' || item.book_id
            from market.purchase join market.purchase_item item on item.purchase_id = purchase.id where buyer_id = ${id}
      union select 'bookInspected:' || purchase_id || ' ' || book_id
            from market.book_move where move = 'verify' and by_id = ${id}),
    mails as (
      delete from market.mail
      where kind = 'newTransaction' and facts->>'purchase' in (select id from market.purchase where buyer_id = ${id}))
    delete from market.notice using told where notice.event_key = told.key`
}

/** Overwrites what identifies the person and ends their sessions; the row stays, since sales refer to it. */
export async function anonymizeAccount(sql: Sql, id: string, now: Date): Promise<void> {
  await sql`
    update market.account set email = null, password_hash = null, first_name = 'Former', last_name = 'member',
      university = '', mailbox = '', payment_name = '', permission_type = 0, token_epoch = token_epoch + 1,
      deleted_at = ${now}
    where id = ${id}`
}
