import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import { postMoney } from '../ledger/store.ts'
import { changeStatus, completePurchase, endItem, insertMove, lockPurchaseOf } from './moveStore.ts'
import { MOVES, type Moved, type MoveName, type MoveOrder, type Mover, STATUS, statusWord } from './moves.ts'
import { findBook } from './store.ts'

/**
 * Moves one book: a conditional update decides, then one row of history and the money that goes with it. Undefined when
 * the book does not have the status the move starts from, so that a race has one winner.
 */
export async function moveBook(sql: Sql, order: MoveOrder): Promise<Moved | undefined> {
  const { from, by } = MOVES[order.move]
  if (!(by as readonly Mover[]).includes(order.mover)) throw failure('forbidden', `Not a move of the ${order.mover}`)
  if (from === STATUS.reserved) await lockPurchaseOf(sql, order.book)
  const moved = await changeStatus(sql, order)
  if (moved) await record(sql, order, moved)
  return moved
}

/** As `moveBook`; 409 with the status of the book, 404 when there is none. */
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

const OUTCOMES: Partial<Record<MoveName, string>> = {
  cancel: 'cancelled',
  reject: 'rejected',
  lapse: 'lapsed',
  refund: 'refunded',
  pay: 'delivered',
}

async function record(sql: Sql, order: MoveOrder, moved: Moved): Promise<void> {
  const moveId = await insertMove(sql, order, moved)
  const { id, buyerId, purchaseId } = moved
  if (!buyerId || !purchaseId) return
  await postMoney(sql, moveId, order.move, { ...moved, buyerId })
  const outcome = OUTCOMES[order.move]
  if (outcome) await endItem(sql, purchaseId, id, outcome, order.now)
  await completePurchase(sql, purchaseId, order.now)
}
