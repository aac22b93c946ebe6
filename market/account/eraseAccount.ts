import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import { dropPictures } from '../books/pictures.ts'

/**
 * Forgets a person. What they sold or bought stays as a sale without a name, since the other side and the ledger need
 * it; everything else goes. Sales under way must come to their end first.
 */
export async function eraseAccount(sql: Sql, id: string, now: Date): Promise<void> {
  const [leaving] = await sql<{ email: string }[]>`
    select lower(email) as email from market.account where id = ${id} and email is not null for update`
  const unsold = await sql<{ pictures: string[] }[]>`
    update market.book set deleted_at = coalesce(deleted_at, ${now}), comments = '', pictures = '{}'
    from (select id, pictures from market.book where owner_id = ${id} and status in (0, 5) for update) before
    where book.id = before.id and book.status in (0, 5) returning before.pictures`
  await dropPictures(
    sql,
    unsold.flatMap(book => book.pictures),
  )
  // Asked after the books were taken off sale: a checkout that was faster has committed by now and is seen.
  const [open] = await sql`
    select from market.book where (owner_id = ${id} or buyer_id = ${id}) and status in (1, 2) limit 1`
  if (open) throw failure('conflict', 'A sale of yours is still under way; finish or cancel it first')
  await sql`
    delete from market.cart_item where account_id = ${id}
      or book_id in (select id from market.book where owner_id = ${id} and deleted_at is not null)`
  await sql`
    delete from market.match where book_id in (select id from market.book where owner_id = ${id} and status in (0, 5))`
  await sql`delete from market.request where owner_id = ${id}`
  await sql`delete from market.notice where account_id = ${id}`
  await sql`delete from market.mail where account_id = ${id} or lower(address) = ${leaving?.email ?? ''}`
  await forgetWhatStaffWasTold(sql, id)
  await sql`delete from market.signup where lower(email) = ${leaving?.email ?? ''}`
  await sql`delete from market.idempotency where account_id = ${id}`
  await sql`delete from market.password_reset where account_id = ${id}`
  await sql`delete from market.known_client where account_id = ${id}`
  await sql`
    update market.account set email = null, password_hash = null, first_name = 'Former', last_name = 'member',
      university = '', mailbox = '', payment_name = '', permission_type = 0, token_epoch = token_epoch + 1,
      deleted_at = ${now}
    where id = ${id}`
}

/** The staff is told of purchases and inspections by first name. */
async function forgetWhatStaffWasTold(sql: Sql, id: string): Promise<void> {
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
