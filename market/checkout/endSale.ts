import type { Sql } from '@portico/kit/database/sql'
import { holdMember } from '../auth/store.ts'
import { moveBook, moveOrRefuse } from '../books/move.ts'
import type { Moved, MoveName, MoveOrder } from '../books/moves.ts'
import { matchBook, matchRequest } from '../matches/matching.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { reopenRequests } from './store.ts'

/** Undoes a sale: the book goes back on sale or off the list. */
export async function endSale(sql: Sql, order: MoveOrder): Promise<void> {
  await followUp(sql, order, await moveOrRefuse(sql, order))
}

/** After a sale was undone: notifies both sides, opens the requests it had ended and compares the book with all. */
export async function followUp(sql: Sql, order: MoveOrder, moved: Moved): Promise<void> {
  await notifyBoth(sql, order, moved)
  if (!(await holdMember(sql, moved.ownerId, 'shared'))) await unlist(sql, moved.id, order.now)
  for (const request of await reopenRequests(sql, moved.id)) await matchRequest(sql, request, order.now)
  await matchBook(sql, moved.id, order.now)
}

/** Nobody should buy from somebody who cannot bring the book. */
async function unlist(sql: Sql, book: string, now: Date): Promise<void> {
  await moveBook(sql, { book, move: 'unlist', mover: 'system', by: null, now, reason: 'account suspended' })
}

const ENDINGS: Partial<Record<MoveName, 'saleCancelled' | 'bookRejected' | 'saleLapsed' | 'saleRefunded'>> = {
  cancel: 'saleCancelled',
  reject: 'bookRejected',
  lapse: 'saleLapsed',
  refund: 'saleRefunded',
}

async function notifyBoth(sql: Sql, { move, reason = '', now }: MoveOrder, moved: Moved): Promise<void> {
  const { id: book, name, ownerId, buyerId, purchaseId, priceCents, feeCents } = moved
  const ending = ENDINGS[move]
  if (!ending || !buyerId) return
  // A book may be sold again: the sale is what ended, not the book.
  const key = `${purchaseId} ${book}`
  const facts = { book, name, reason, total: priceCents + feeCents }
  await notify(sql, now, [
    marketEvent(ending, key, { account: ownerId }, { ...facts, role: 'seller' }),
    marketEvent(ending, key, { account: buyerId }, { ...facts, role: 'buyer' }),
  ])
}
