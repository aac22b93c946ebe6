import type { Sql } from '@portico/kit/sql'
import { type Moved, type MoveOrder, moveOrRefuse } from '../books/move.ts'
import type { MoveName } from '../books/moves.ts'
import { matchBook } from '../matches/matching.ts'
import { type News, news, tell } from '../notices/tell.ts'

/** Undoes a sale: the book goes back on sale or off the list, both sides are told, requests are looked at again. */
export async function endSale(sql: Sql, order: MoveOrder): Promise<Moved> {
  const moved = await moveOrRefuse(sql, order)
  await tellEnd(sql, order, moved)
  await matchBook(sql, moved.id, order.now)
  return moved
}

export async function tellEnd(sql: Sql, order: MoveOrder, moved: Moved): Promise<void> {
  const tellers = ENDINGS[order.move]
  if (!tellers || !moved.buyerId) return
  const [seller, buyer] = [moved.ownerId, moved.buyerId]
  await tell(sql, order.now, [
    tellers(moved, order.reason ?? '', 'seller', seller),
    tellers(moved, order.reason ?? '', 'buyer', buyer),
  ])
}

type Teller = (moved: Moved, reason: string, role: 'buyer' | 'seller', account: string) => News

const ENDINGS: Partial<Record<MoveName, Teller>> = {
  cancel: (moved, reason, role, account) =>
    news('saleCancelled', keyOf(moved), { account }, { book: moved.id, name: moved.name, reason, role }),
  reject: (moved, reason, role, account) =>
    news('bookRejected', keyOf(moved), { account }, { book: moved.id, name: moved.name, reason, role }),
  lapse: (moved, _, role, account) =>
    news('saleLapsed', keyOf(moved), { account }, { book: moved.id, name: moved.name, role }),
  refund: (moved, reason, role, account) => {
    const total = moved.priceCents + moved.feeCents
    return news('saleRefunded', keyOf(moved), { account }, { book: moved.id, name: moved.name, reason, role, total })
  },
}

/** A book may be sold again: the sale is what ended, not the book. */
function keyOf({ purchaseId, id }: Moved): string {
  return `${purchaseId} ${id}`
}
