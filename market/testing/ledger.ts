import type { Client } from '@portico/kit/database/connect'
import { expect } from 'vitest'

/** Every move adds up to zero, and each account says exactly what the books say. */
export async function expectBalancedLedger(sql: Client): Promise<void> {
  const uneven = await sql`select move_id from market.ledger_entry group by move_id having sum(cents) <> 0`
  expect(uneven).toEqual([])

  const balances = await sql<{ account: string; cents: number }[]>`
    select account, sum(cents)::bigint as cents from market.ledger_entry group by account`
  const balance = (account: string) => balances.find(row => row.account === account)?.cents ?? 0
  const [books] = await sql<{ due: number; owed: number; held: number; earned: number; expected: number }[]>`
    select coalesce(sum(item.price_cents + item.fee_cents) filter (where book.status = 1), 0)::bigint as due,
           coalesce(sum(item.price_cents) filter (where book.status in (1, 2)), 0)::bigint as owed,
           coalesce(sum(case book.status when 2 then item.price_cents + item.fee_cents
                                         when 3 then item.fee_cents end), 0)::bigint as held,
           coalesce(sum(item.fee_cents) filter (where book.status = 3), 0)::bigint as earned,
           coalesce(sum(item.fee_cents) filter (where book.status in (1, 2)), 0)::bigint as expected
    from market.book join market.purchase_item item on item.purchase_id = book.purchase_id and item.book_id = book.id`
  expect({
    due: balance('due_from_buyer'),
    owed: 0 - balance('due_to_seller'),
    held: balance('cash'),
    earned: 0 - balance('fee_earned'),
    expected: 0 - balance('fee_expected'),
  }).toEqual({ ...books })

  const wrong = await sql`
    select purchase.id from market.purchase join market.purchase_item item on item.purchase_id = purchase.id
    group by purchase.id
    having sum(item.fee_cents) <> purchase.fee_cents or sum(item.price_cents) <> purchase.subtotal_cents`
  expect(wrong).toEqual([])
  const sold = await sql`
    select book_id from market.purchase_item where outcome is null group by book_id having count(*) > 1`
  expect(sold).toEqual([])
}
