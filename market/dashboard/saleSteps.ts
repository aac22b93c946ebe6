import { failure } from '@portico/kit/api/failure'
import type { Sql } from '@portico/kit/database/sql'
import type { User } from '../auth/user.ts'
import { moveOrRefuse } from '../books/move.ts'
import { statusWord } from '../books/moves.ts'
import { findBook } from '../books/store.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { findFirstName, markVerified } from './saleStore.ts'

/** Who does something to a sale, and when. */
export interface Step {
  sql: Sql
  user: User
  now: Date
}

/** The book was dropped off and is as described. */
export async function verifyCondition({ sql, user, now }: Step, id: string): Promise<void> {
  const book = await markVerified(sql, id, user.id, now)
  if (!book) return refuse(sql, id)
  const facts = { book: id, name: book.name }
  await notify(sql, now, [
    marketEvent('bookChecked', `${book.purchase} ${id}`, { account: book.buyer }, facts),
    marketEvent('bookInspected', `${book.purchase} ${id}`, 'staff', { ...facts, by: user.firstName }),
  ])
}

async function refuse(sql: Sql, id: string): Promise<never> {
  const book = await findBook(sql, id)
  if (!book) throw failure('missing', 'There is no such book')
  if (book.status === 1) throw failure('conflict', 'The condition of this book has been verified already')
  throw failure('conflict', `Not possible: the book is ${statusWord(book.status)}`, { status: book.status })
}

/** The buyer has paid price and fee. */
export async function chargeBuyer({ sql, user, now }: Step, id: string): Promise<void> {
  const order = { book: id, move: 'charge', mover: 'admin', by: user.id, now, onlyIf: { verified: true } } as const
  const { name, buyerId, purchaseId, priceCents, feeCents } = await moveOrRefuse(sql, order)
  if (!buyerId) throw new Error(`book ${id} was charged without a buyer`)
  const buyer = (await findFirstName(sql, buyerId)) ?? ''
  const facts = { book: id, name, total: priceCents + feeCents }
  await notify(sql, now, [
    marketEvent('buyerCharged', `${purchaseId} ${id}`, { account: buyerId }, facts),
    marketEvent('paymentReceived', `${purchaseId} ${id}`, 'staff', { ...facts, buyer }),
  ])
}

/** Both at once, as the dashboard of older clients does it. */
export async function confirmCondition(step: Step, id: string): Promise<void> {
  const book = await findBook(step.sql, id)
  if (book?.status !== 1 || !book.verifiedAt) await verifyCondition(step, id)
  await chargeBuyer(step, id)
}

/** The book is with its buyer and its seller has the money. */
export async function paySeller({ sql, user, now }: Step, id: string): Promise<void> {
  const moved = await moveOrRefuse(sql, { book: id, move: 'pay', mover: 'admin', by: user.id, now })
  const { name, ownerId, buyerId, purchaseId, priceCents: price } = moved
  const key = `${purchaseId} ${id}`
  await notify(sql, now, [
    marketEvent('sellerPaid', key, { account: ownerId }, { book: id, name, price }),
    ...(buyerId ? [marketEvent('bookDelivered', key, { account: buyerId }, { book: id, name })] : []),
  ])
}
