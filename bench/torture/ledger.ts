import type { Client } from '@portico/kit/database/connect'

/** What is wrong with the books of the marketplace: every move adds up to zero, and accounts say what the sales say. */
export async function unbalanced(sql: Client): Promise<string[]> {
  const uneven = await sql`select move_id from market.ledger_entry group by move_id having sum(cents) <> 0`
  const [sums] = await sql<{ due: number; expected: number }[]>`
    select coalesce(sum(cents) filter (where account = 'due_from_buyer'), 0)::bigint as due,
      (select coalesce(sum(item.price_cents + item.fee_cents), 0)::bigint
        from market.book join market.purchase_item item on item.purchase_id = book.purchase_id and item.book_id = book.id
        where book.status = 1) as expected
    from market.ledger_entry`
  const wrong = await sql`
    select purchase.id from market.purchase join market.purchase_item item on item.purchase_id = purchase.id
    group by purchase.id
    having sum(item.fee_cents) <> purchase.fee_cents or sum(item.price_cents) <> purchase.subtotal_cents`
  return [
    ...(uneven.length > 0 ? [`${uneven.length} moves of the ledger do not add up to zero`] : []),
    ...(sums && sums.due !== sums.expected
      ? [`buyers owe ${sums.due} cents by the ledger, ${sums.expected} by sales`]
      : []),
    ...(wrong.length > 0 ? [`${wrong.length} purchases differ from the sum of their books`] : []),
  ]
}
