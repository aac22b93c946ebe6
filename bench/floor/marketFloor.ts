import { newId } from '@portico/market/books/ids'
import type { Answers } from './answers.ts'

const SHELF = `select id as "_id", name, author, edition, course, price_cents / 100::float8 as price, condition, comments,
  comments as "Comments", isbn as "ISBN", isbn13, isbn_warning as "isbnWarning", status,
  owner_id as owner, floor(extract(epoch from listed_at) * 1000)::bigint as date, pictures
  from market.book where status = 0 and deleted_at is null`

export const marketFloor: Answers = {
  'GET /books': sql => sql`
    select json_agg(row)::text as wire from (${sql.unsafe(SHELF)} order by listed_at desc, id desc limit 24) row`,

  'GET /booksearch': (sql, { rest }) => sql`
    select json_agg(row)::text as wire from (${sql.unsafe(SHELF)}
      and search_text like ${`%${decodeURIComponent(rest[0] ?? '').toLowerCase()}%`}
      order by listed_at desc, id desc limit 24) row`,

  /** Writes the same rows as ours, in one statement. */
  'POST /checkout'(sql, { rest: [buyer = '', book = ''] }) {
    const purchase = newId(new Date())
    return sql`
      with sold as (
        update market.book set status = 1, buyer_id = ${buyer}, purchase_id = ${purchase}, sold_at = now()
        where id = ${book} and status = 0 and deleted_at is null and owner_id <> ${buyer}
        returning id, owner_id, price_cents, price_cents / 20 as fee),
      bought as (
        insert into market.purchase (id, buyer_id, at, fee_bp, subtotal_cents, fee_cents)
        select ${purchase}, ${buyer}, now(), 500, price_cents, fee from sold),
      item as (
        insert into market.purchase_item (purchase_id, book_id, seller_id, price_cents, fee_cents)
        select ${purchase}, id, owner_id, price_cents, fee from sold),
      moved as (
        insert into market.book_move (book_id, move, from_status, to_status, by_id, purchase_id, at)
        select id, 'checkout', 0, 1, ${buyer}, ${purchase}, now() from sold returning id, book_id),
      money as (
        insert into market.ledger_entry (move_id, account, party, cents)
        select moved.id, entry.account, entry.party, entry.cents
        from moved join sold on sold.id = moved.book_id
        cross join lateral (values ('due_from_buyer', ${buyer}, sold.price_cents + sold.fee),
                                   ('due_to_seller', sold.owner_id, -sold.price_cents),
                                   ('fee_expected', null, -sold.fee)) as entry (account, party, cents)),
      emptied as (delete from market.cart_item item using sold where item.account_id = ${buyer} and item.book_id = sold.id),
      noticed as (
        insert into market.notice (account_id, event_key, kind, message, link, at)
        select account, ${purchase}, 'bookBought', 'A book was bought', '/market/transactions', now()
        from sold, unnest(array[sold.owner_id, ${buyer}]) account),
      told as (
        insert into market.mail (event_key, kind, account_id, facts, created_at)
        select ${purchase} || account, 'bookBought', account, '{}', now()
        from sold, unnest(array[sold.owner_id, ${buyer}]) account returning id),
      job as (
        select graphile_worker.add_job('market:send-mail', json_build_object('ids', json_agg(id))) from told)
      select json_build_object('transaction', ${purchase}::text, 'sold', (select count(*) from sold),
                               'jobs', (select count(*) from job))::text as wire`
  },
}
