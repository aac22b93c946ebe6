import { type Json, json } from '@portico/kit/api/json'
import { fragment, type Sql } from '@portico/kit/database/sql'
import type { Static } from 'typebox'
import type { UserData } from './wire.ts'

export async function readAccount(sql: Sql, id: string): Promise<Json<{ user: Static<typeof UserData> }>> {
  const [found] = await sql<{ account: string }[]>`
    select row_to_json(row)::text as account from (
      select account.id as "_id", account.email as "emailAddress", account.payment_name as "venmoUsername",
             account.mailbox as "CMC", account.university, account.first_name as "firstName",
             account.last_name as "lastName", account.permission_type as "permissionType",
             account.match_mail as "matchMail",
             array(select distinct match.book_id from market.request
                   join market.match on match.request_id = request.id and match.current
                   join market.book on book.id = match.book_id and book.status = 0 and book.deleted_at is null
                   where request.owner_id = account.id and request.status = 0) as "matchedBooks",
             (select count(*)::integer from market.notice
              where notice.account_id = account.id
                and notice.at > coalesce(account.notices_read_at, '-infinity')) as "unreadNotifications",
             (select coalesce(sum(${UNREAD_OF_ONE}), 0)::integer
              from (select id, asker_read_at as read_at from market.conversation
                    where asker_id = account.id and latest_at > coalesce(asker_read_at, '-infinity'::timestamptz)
                    union all
                    select id, owner_read_at from market.conversation
                    where owner_id = account.id and latest_at > coalesce(owner_read_at, '-infinity'::timestamptz)) own) as "unreadMessages",
             (select count(*)::integer from market.cart_item item join market.book on book.id = item.book_id
              where item.account_id = account.id and book.deleted_at is null) as "cartItems"
      from market.account where account.id = ${id}) row`
  return json(`{"user":${found?.account}}`)
}

/** One conversation after the other: PostgreSQL expects far more of them to have news, and would join all messages. */
const UNREAD_OF_ONE = fragment`
  (select count(*) from market.message
   where message.conversation_id = own.id and message.from_id <> account.id
     and message.at > coalesce(own.read_at, '-infinity'))`

export interface TradeCounts {
  bought: number
  sold: number
  earnedCents: number
  /** Bought and not charged yet. */
  buying: number
  /** Bought by somebody and not paid yet. */
  selling: number
}

/** Books are counted as bought when they are charged, and as sold when their seller is paid. */
export async function countTrades(sql: Sql, accountId: string): Promise<TradeCounts> {
  const [counted] = await sql<TradeCounts[]>`
    select (select count(*)::integer from market.book where buyer_id = ${accountId} and status in (2, 3)) as bought,
           (select count(*)::integer from market.book where owner_id = ${accountId} and status = 3) as sold,
           (select coalesce(sum(price_cents), 0)::bigint from market.book
            where owner_id = ${accountId} and status = 3) as "earnedCents",
           (select count(*)::integer from market.book where buyer_id = ${accountId} and status = 1) as buying,
           (select count(*)::integer from market.book where owner_id = ${accountId} and status in (1, 2)) as selling`
  return counted ?? { bought: 0, sold: 0, earnedCents: 0, buying: 0, selling: 0 }
}
