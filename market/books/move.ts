import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment, joined, type Sql } from '@portico/kit/database/sql'
import { postMoney } from '../ledger/postMoney.ts'
import { MOVES, type MoveName, type Mover, STATUS, type Status, statusWord } from './moves.ts'
import { findBook } from './store.ts'

export interface MoveOrder {
  book: string
  move: MoveName
  mover: Mover
  /** The account that makes it; null for the system. */
  by: string | null
  now: Date
  reason?: string
  onlyIf?: Conditions
}

/** What must hold besides the status. */
interface Conditions {
  verified?: boolean
  /** The sale meant, since the book may by now be sold to somebody else. */
  buyer?: string
  remindedBefore?: Date
}

export interface Moved {
  id: string
  name: string
  ownerId: string
  buyerId: string | null
  purchaseId: string | null
  priceCents: number
  feeCents: number
}

/**
 * Moves one book: a conditional update decides, then one row of history and the money that goes with it. Undefined when
 * the book is not where the move starts, so that a race has one winner.
 */
export async function moveBook(sql: Sql, order: MoveOrder): Promise<Moved | undefined> {
  const { from, by } = MOVES[order.move]
  if (!(by as readonly Mover[]).includes(order.mover)) throw failure('forbidden', `Not a move of the ${order.mover}`)
  const { verified = null, buyer = null, remindedBefore = null } = order.onlyIf ?? {}
  if (from === STATUS.reserved) await holdPurchase(sql, order.book)
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
  if (moved) await record(sql, order, moved)
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

/**
 * The books of one purchase move one after another: of two charged at once, each would see the other one still waiting
 * and neither would complete the purchase.
 */
async function holdPurchase(sql: Sql, book: string): Promise<void> {
  await sql`
    select from market.purchase where id = (select purchase_id from market.book where id = ${book}) for no key update`
}

/** As `moveBook`; 409 with where the book stands, 404 when there is none. */
export async function moveOrRefuse(sql: Sql, order: MoveOrder): Promise<Moved> {
  const moved = await moveBook(sql, order)
  if (moved) return moved
  const { verified, buyer } = order.onlyIf ?? {}
  const book = await findBook(sql, order.book)
  if (!book || (buyer !== undefined && book.buyerId !== buyer))
    throw failure('missing', buyer === undefined ? 'There is no such book' : 'There is no such purchase of yours')
  if (book.status === MOVES[order.move].from && verified !== undefined)
    throw failure('conflict', verified ? NOT_CHECKED : DROPPED_OFF, { status: book.status })
  throw failure('conflict', `Not possible: the book is ${statusWord(book.status)}`, { status: book.status })
}

const NOT_CHECKED = 'The condition of this book has not been verified yet'
const DROPPED_OFF = 'The book has been dropped off already; ask the staff'

async function record(sql: Sql, order: MoveOrder, moved: Moved): Promise<void> {
  const { from, to } = MOVES[order.move]
  const [row] = await sql<{ id: number }[]>`
    insert into market.book_move (book_id, move, from_status, to_status, by_id, purchase_id, reason, at)
    values (${moved.id}, ${order.move}, ${from}, ${to}, ${order.by}, ${moved.purchaseId}, ${order.reason ?? ''},
            ${order.now})
    returning id`
  if (!row) throw new Error('an insert gave no row')
  const { buyerId, purchaseId } = moved
  if (!buyerId || !purchaseId) return
  await postMoney(sql, row.id, order.move, { ...moved, buyerId })
  await endItem(sql, order, moved.id, purchaseId)
}

const OUTCOMES: Partial<Record<MoveName, string>> = {
  cancel: 'cancelled',
  reject: 'rejected',
  lapse: 'lapsed',
  refund: 'refunded',
  pay: 'delivered',
}

/** Closes the book's line of its purchase; the purchase is complete when no book of it waits to be charged. */
async function endItem(sql: Sql, order: MoveOrder, book: string, purchase: string): Promise<void> {
  const outcome = OUTCOMES[order.move]
  if (outcome)
    await sql`
      update market.purchase_item set outcome = ${outcome}, ended_at = ${order.now}
      where purchase_id = ${purchase} and book_id = ${book}`
  await sql`
    update market.purchase set status = 1, completed_at = ${order.now}
    where id = ${purchase} and status = 0
      and not exists (select from market.book where purchase_id = ${purchase} and status = 1)`
}
