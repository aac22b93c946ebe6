import { failure } from '@portico/kit/api/failure'
import { optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import { operation } from '../api/operation.ts'
import { BookId, PurchaseId } from '../books/ids.ts'
import { moveOrRefuse } from '../books/move.ts'
import { type Mover, moveBetween, STATUSES, statusWord } from '../books/moves.ts'
import { findBook } from '../books/store.ts'
import { endSale } from '../checkout/endSale.ts'
import { matchBook } from '../matches/matching.ts'
import { marketEvent, notify } from '../notices/notify.ts'
import { chargeBuyer, confirmCondition, paySeller, type Step, verifyCondition } from './saleSteps.ts'
import { listUncharged, lockPurchase } from './saleStore.ts'

const Reason = optional(Type.String({ maxLength: 300 }))
const Done = Type.Object({ id: Type.String(), status: Type.Integer() })

export const verifyBook = operation({
  route: 'POST /dashboard/verifyBook',
  summary: 'The book was dropped off and is as described',
  scopes: ['admin'],
  body: { id: BookId },
  reply: Done,
  async run({ body }, market) {
    await verifyCondition(market, body.id)
    return { id: body.id, status: 1 }
  },
})

export const chargeBook = operation({
  route: 'POST /dashboard/chargeBook',
  summary: 'The buyer of a verified book has been charged',
  scopes: ['admin'],
  body: { id: BookId },
  reply: Done,
  async run({ body }, market) {
    await chargeBuyer(market, body.id)
    return { id: body.id, status: 2 }
  },
})

export const confirmBook = operation({
  route: 'POST /dashboard/confirmBook',
  summary: 'Verify and charge in one step',
  scopes: ['admin'],
  body: { id: BookId },
  reply: Done,
  async run({ body }, market) {
    await confirmCondition(market, body.id)
    return { id: body.id, status: 2 }
  },
})

export const setBookPaid = operation({
  route: 'POST /dashboard/setBookPaid',
  summary: 'The book is delivered and its seller paid',
  scopes: ['admin'],
  body: { id: BookId },
  reply: Done,
  async run({ body }, market) {
    await paySeller(market, body.id)
    return { id: body.id, status: 3 }
  },
})

export const cancelSale = operation({
  route: 'POST /dashboard/cancelSale',
  summary: 'Cancel a sale that is not charged yet; the book is on sale again',
  scopes: ['admin'],
  body: { id: BookId, reason: Reason },
  reply: Done,
  async run({ body: { id, reason = '' } }, { sql, user, now }) {
    await endSale(sql, { book: id, move: 'cancel', mover: 'admin', by: user.id, now, reason })
    return { id, status: 0 }
  },
})

export const rejectBook = operation({
  route: 'POST /dashboard/rejectBook',
  summary: 'The book is not as described: the sale ends and the book is unlisted',
  scopes: ['admin'],
  body: { id: BookId, reason: Reason },
  reply: Done,
  async run({ body: { id, reason = '' } }, { sql, user, now }) {
    await endSale(sql, { book: id, move: 'reject', mover: 'admin', by: user.id, now, reason })
    return { id, status: 5 }
  },
})

export const refundBook = operation({
  route: 'POST /dashboard/refundBook',
  summary: 'Give the buyer the money back; the book is on sale again',
  scopes: ['admin'],
  body: { id: BookId, reason: Reason },
  reply: Done,
  async run({ body: { id, reason = '' } }, { sql, user, now }) {
    await endSale(sql, { book: id, move: 'refund', mover: 'admin', by: user.id, now, reason })
    return { id, status: 0 }
  },
})

export const setBookStatus = operation({
  route: 'POST /dashboard/setBookStatus',
  summary: 'Bring a book to a status, if a move of yours leads there',
  scopes: ['admin'],
  body: { bookID: BookId, status: Type.Integer(), reason: Reason },
  reply: Done,
  async run({ body }, market) {
    const { bookID, status, reason = '' } = body
    if (!STATUSES.some(known => known === status))
      throw failure('invalid', `status must be one of ${STATUSES.join(', ')}`, { field: 'status' })
    const book = await findBook(market.sql, bookID)
    if (!book) throw failure('missing', 'There is no such book')
    await moveTo(market, book, status, reason)
    return { id: bookID, status }
  },
})

async function moveTo(step: Step, { id, status }: { id: string; status: number }, to: number, reason: string) {
  const { sql, user, now } = step
  const movers: Mover[] = user.permissionType === 2 ? ['admin', 'owner'] : ['admin']
  const found = moveBetween(status, to, movers)
  if (!found) throw failure('conflict', `No move of yours leads from ${statusWord(status)} to ${statusWord(to)}`)
  if (found.move === 'charge') return confirmCondition(step, id)
  if (found.move === 'pay') return paySeller(step, id)
  const order = { book: id, ...found, by: user.id, now, reason }
  if (found.move !== 'unlist') return endSale(sql, order)
  const { name, ownerId } = await moveOrRefuse(sql, order)
  const facts = { book: id, name, reason }
  await notify(sql, now, [marketEvent('listingRemoved', `${id} ${now.getTime()}`, { account: ownerId }, facts)])
  await matchBook(sql, id, now)
}

export const confirmTransaction = operation({
  route: 'POST /dashboard/confirmTransaction',
  summary: 'The buyer has been charged for every book of a transaction; all of them must be verified',
  scopes: ['admin'],
  body: { id: PurchaseId },
  reply: Type.Object({ id: Type.String(), status: Type.Integer(), charged: Type.Array(Type.String()) }),
  async run({ body }, market) {
    const { sql } = market
    const status = await lockPurchase(sql, body.id)
    if (status === undefined) throw failure('missing', 'There is no such transaction')
    if (status === 1) throw failure('conflict', 'This transaction is completed already')
    const waiting = await listUncharged(sql, body.id)
    const unverified = waiting.filter(book => !book.verified).map(book => book.id)
    if (unverified.length > 0) throw failure('conflict', 'Some books have not been verified yet', { unverified })
    for (const book of waiting) await chargeBuyer(market, book.id)
    return { id: body.id, status: 1, charged: waiting.map(book => book.id) }
  },
})
