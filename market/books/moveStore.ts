import { type Fragment, fragment, joined, type Sql } from '@portico/kit/database/sql'
import { MOVES, type Moved, type MoveOrder, STATUS, type Status } from './moves.ts'

/**
 * Locks the purchase a book belongs to, so that its books move one after another: of two charged at once, each would see
 * the other one still waiting and neither would complete the purchase.
 */
export async function lockPurchaseOf(sql: Sql, book: string): Promise<void> {
  await sql`
    select from market.purchase where id = (select purchase_id from market.book where id = ${book}) for no key update`
}

/** One conditional update; undefined when the book does not have the status the move starts from, or `onlyIf` fails. */
export async function changeStatus(sql: Sql, order: MoveOrder): Promise<Moved | undefined> {
  const { from } = MOVES[order.move]
  const { verified = null, buyer = null, remindedBefore = null } = order.onlyIf ?? {}
  const [moved] = await sql<Moved[]>`
    with before as (
      select id, buyer_id, purchase_id from market.book
      where id = ${order.book} and status = ${from} and deleted_at is null
        and (${verified}::boolean is null or (verified_at is not null) = ${verified})
        and (${buyer}::text is null or buyer_id = ${buyer})
        and (${remindedBefore}::timestamptz is null or reminded_at <= ${remindedBefore})
      for update)
    update market.book set ${changesOf(order)}
    from before where book.id = before.id and book.status = ${from}
    returning book.id, book.name, book.owner_id as "ownerId", before.buyer_id as "buyerId",
              before.purchase_id as "purchaseId", book.price_cents as "priceCents",
              coalesce((select fee_cents from market.purchase_item item
                        where item.purchase_id = before.purchase_id and item.book_id = book.id), 0) as "feeCents"`
  return moved
}

function changesOf({ move, mover, now }: MoveOrder): Fragment {
  const { to }: { to: Status } = MOVES[move]
  const changes = [fragment`status = ${to}`]
  if (to === STATUS.listed || to === STATUS.unlisted)
    changes.push(fragment`buyer_id = null, purchase_id = null, verified_at = null, sold_at = null, reminded_at = null`)
  // A deadline that has passed is no renewal: a listing nobody cares for is unlisted at its age.
  if (to === STATUS.listed && mover !== 'system') changes.push(fragment`listed_at = ${now}, warned_at = null`)
  if (to === STATUS.delivered) changes.push(fragment`paid_at = ${now}`)
  return joined(changes, ', ')
}

/** Writes a line of the book's history; its id. */
export async function insertMove(sql: Sql, order: MoveOrder, { id, purchaseId }: Moved): Promise<number> {
  const { from, to } = MOVES[order.move]
  const [row] = await sql<{ id: number }[]>`
    insert into market.book_move (book_id, move, from_status, to_status, by_id, purchase_id, reason, at)
    values (${id}, ${order.move}, ${from}, ${to}, ${order.by}, ${purchaseId}, ${order.reason ?? ''}, ${order.now})
    returning id`
  if (!row) throw new Error('an insert gave no row')
  return row.id
}

/** Closes the book's line of its purchase. */
export async function endItem(sql: Sql, purchase: string, book: string, outcome: string, now: Date): Promise<void> {
  await sql`
    update market.purchase_item set outcome = ${outcome}, ended_at = ${now}
    where purchase_id = ${purchase} and book_id = ${book}`
}

/** A purchase is complete when no book of it waits to be charged. */
export async function completePurchase(sql: Sql, purchase: string, now: Date): Promise<void> {
  await sql`
    update market.purchase set status = 1, completed_at = ${now}
    where id = ${purchase} and status = 0
      and not exists (select from market.book where purchase_id = ${purchase} and status = 1)`
}
