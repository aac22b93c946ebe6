import { type Json, json } from '@portico/kit/api/json'
import type { Sql } from '@portico/kit/database/sql'
import { BOOK, SALE } from '../books/wire.ts'

/** Everything about a person, without password hash and tokens. */
export async function exportAccount(sql: Sql, id: string): Promise<Json<Record<string, unknown>>> {
  const [found] = await sql<{ data: string }[]>`
    select json_build_object(
      'account', (select row_to_json(row) from (
        select id as "_id", email as "emailAddress", first_name as "firstName", last_name as "lastName", university,
               mailbox as "CMC", payment_name as "venmoUsername", permission_type as "permissionType",
               match_mail as "matchMail", created_at as "createdAt"
        from market.account where id = ${id}) row),
      'posts', (select coalesce(json_agg(row_to_json(row)), '[]') from (
        select ${BOOK}, ${SALE} from market.book where book.owner_id = ${id} order by book.posted_at) row),
      'purchases', (select coalesce(json_agg(row_to_json(row)), '[]') from (
        select purchase.id as transaction, purchase.at as date, book.name, item.price_cents / 100::float8 as price,
               item.fee_cents / 100::float8 as fee, item.outcome
        from market.purchase join market.purchase_item item on item.purchase_id = purchase.id
        join market.book on book.id = item.book_id
        where purchase.buyer_id = ${id} order by purchase.at) row),
      'sales', (select coalesce(json_agg(row_to_json(row)), '[]') from (
        select purchase.id as transaction, purchase.at as date, book.name, item.price_cents / 100::float8 as price,
               item.outcome
        from market.purchase_item item join market.purchase on purchase.id = item.purchase_id
        join market.book on book.id = item.book_id
        where item.seller_id = ${id} order by purchase.at) row),
      'requests', (select coalesce(json_agg(row_to_json(row)), '[]') from (
        select name, author, course, isbn as "ISBN", status, created_at as date from market.request
        where owner_id = ${id} order by created_at) row),
      'savedSearches', (select coalesce(json_agg(row_to_json(row)), '[]') from (
        select name, line as query, filters, mail, created_at as date from market.saved_search
        where owner_id = ${id} order by created_at) row),
      'messages', (select coalesce(json_agg(row_to_json(row)), '[]') from (
        select message.at as date, book.name as about, message.body as text
        from market.message join market.conversation on conversation.id = message.conversation_id
        join market.book on book.id = conversation.book_id
        where message.from_id = ${id} order by message.id) row),
      'cart', (select coalesce(json_agg(book.name), '[]') from market.cart_item item
               join market.book on book.id = item.book_id where item.account_id = ${id}),
      'notifications', (select coalesce(json_agg(row_to_json(row)), '[]') from (
        select at as date, message from market.notice where account_id = ${id} order by id) row)
    )::text as data`
  return json(found?.data ?? '{}')
}
