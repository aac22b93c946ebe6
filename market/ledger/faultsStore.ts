import type { Client } from '@portico/kit/database/connect'

/**
 * What is wrong with the money of the marketplace, nothing when all is right: every move of the ledger adds up to zero,
 * each account says what the sales say, purchases are the sums of their books, and no book is sold twice. Each is
 * asked for in one statement, so that sales that go on meanwhile are in all of it or in none.
 */
export async function ledgerFaults(sql: Client): Promise<string[]> {
  const uneven = await sql`select from market.ledger_entry group by move_id having sum(cents) <> 0`
  const accounts = await sql<{ account: string; cents: number; by_sales: number }[]>`
    with sale as (
      select book.status, item.price_cents as price, item.fee_cents as fee
      from market.book join market.purchase_item item on item.purchase_id = book.purchase_id and item.book_id = book.id
    ), expected (account, cents) as (
      select 'due_from_buyer', sum(price + fee) filter (where status = 1) from sale
      union all select 'due_to_seller', -sum(price) filter (where status in (1, 2)) from sale
      union all select 'cash', sum(case status when 2 then price + fee when 3 then fee end) from sale
      union all select 'fee_earned', -sum(fee) filter (where status = 3) from sale
      union all select 'fee_expected', -sum(fee) filter (where status in (1, 2)) from sale
    ), said (account, cents) as (
      select account, sum(cents) from market.ledger_entry group by account
    )
    select account, coalesce(said.cents, 0)::bigint as cents, coalesce(expected.cents, 0)::bigint as by_sales
    from expected full join said using (account)
    where coalesce(said.cents, 0) <> coalesce(expected.cents, 0) order by account`
  const purchases = await sql`
    select from market.purchase join market.purchase_item item on item.purchase_id = purchase.id
    group by purchase.id
    having sum(item.fee_cents) <> purchase.fee_cents or sum(item.price_cents) <> purchase.subtotal_cents`
  const twice = await sql`select from market.purchase_item where outcome is null group by book_id having count(*) > 1`
  return [
    ...(uneven.length > 0 ? [`${uneven.length} moves do not add up to zero`] : []),
    ...accounts.map(
      ({ account, cents, by_sales }) => `the account ${account} has ${cents} cents, by the sales it is ${by_sales}`,
    ),
    ...(purchases.length > 0 ? [`${purchases.length} purchases differ from the sum of their books`] : []),
    ...(twice.length > 0 ? [`${twice.length} books are sold twice`] : []),
  ]
}
