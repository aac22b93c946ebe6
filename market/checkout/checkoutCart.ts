import { failure } from '@portico/kit/api/failure'
import { optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { SignedIn } from '../api/context.ts'
import { operation } from '../api/operation.ts'
import type { User } from '../auth/user.ts'
import { BookRef, idOf, newId, PurchaseId } from '../books/ids.ts'
import { centsOf } from '../books/money.ts'
import { listCartBooks } from '../cart/store.ts'
import { LIMITS } from '../limits.ts'
import { type MarketEvent, marketEvent, notify } from '../notices/notify.ts'
import { feeShares } from './fee.ts'
import { requireAge } from './requireAge.ts'
import { type Line, type Purchase, readTerms, recordPurchase, reserveBooks, type SoldBook } from './store.ts'

export const checkoutCart = operation({
  route: 'POST /books/checkoutCart',
  summary: 'Buy the books in your cart, all or none; the first to check out gets a book',
  description: 'Takes an Idempotency-Key. Without `cart` everything in the cart is bought.',
  body: {
    cart: optional(Type.Array(BookRef, { maxItems: LIMITS.cartBooks })),
    expectedTotal: optional(Type.Number({ description: 'Refused with 409 when the total is no longer this' })),
  },
  reply: Type.Object({
    transaction: PurchaseId,
    books: Type.Array(Type.String()),
    subtotal: Type.Number(),
    fee: Type.Number(),
    totalCharged: Type.Number(),
  }),
  before: requireAge,
  async run({ body }, market) {
    const ids = await wantedBooks(market, body.cart)
    const bought = await buy(market, ids)
    const total = bought.subtotalCents + bought.feeCents
    if (body.expectedTotal !== undefined && centsOf(body.expectedTotal, 'expectedTotal') !== total)
      throw failure('conflict', 'A price has changed; look at your cart again', { total: total / 100 })
    return {
      transaction: bought.id,
      books: ids,
      subtotal: bought.subtotalCents / 100,
      fee: bought.feeCents / 100,
      totalCharged: total / 100,
    }
  },
})

async function wantedBooks({ sql, user }: SignedIn, named: Static<typeof BookRef>[] | undefined): Promise<string[]> {
  const books = named?.map(idOf) ?? (await listCartBooks(sql, user.id))
  if (books.length === 0) throw failure('invalid', 'The cart is empty', { field: 'cart' })
  return [...new Set(books)].sort()
}

/** Statements that do not depend on each other are sent together: round trips take most of the time of a checkout. */
async function buy({ sql, user, now }: SignedIn, ids: readonly string[]): Promise<Purchase> {
  const id = newId(now)
  const [sold, { feeBp, dropOffDays, staff }] = await Promise.all([
    reserveBooks(sql, ids, user.id, id, now),
    readTerms(sql),
  ])
  if (sold.length < ids.length) throw gone(ids, sold)
  const lines = withFees(sold, feeBp)
  const [subtotalCents, feeCents] = [sum(lines, 'priceCents'), sum(lines, 'feeCents')]
  const purchase = { id, buyer: user.id, feeBp, subtotalCents, feeCents, lines }
  await Promise.all([
    recordPurchase(sql, purchase, now),
    notify(sql, now, eventsOf(purchase, user, dropOffDays), staff),
  ])
  return purchase
}

function eventsOf(
  { id, buyer, subtotalCents, feeCents, lines }: Purchase,
  user: User,
  dropOffDays: number,
): MarketEvent[] {
  const total = subtotalCents + feeCents
  const names = lines.map(line => line.name)
  return [
    ...lines.map(({ id: book, name, priceCents: price, ownerId }) =>
      marketEvent('bookBought', `${id} ${book}`, { account: ownerId }, { book, name, price, dropOffDays }),
    ),
    marketEvent('purchaseStarted', id, { account: buyer }, { purchase: id, names, total }),
    marketEvent('newTransaction', id, 'staff', { purchase: id, buyer: user.firstName, count: lines.length, total }),
  ]
}

function withFees(sold: readonly SoldBook[], feeBp: number): Line[] {
  const books = [...sold].sort((a, b) => (a.id < b.id ? -1 : 1))
  const prices = books.map(book => book.priceCents)
  const shares = feeShares(prices, feeBp)
  return books.map((book, at) => ({ ...book, feeCents: shares[at] ?? 0 }))
}

function gone(ids: readonly string[], sold: readonly { id: string }[]) {
  const unavailable = ids.filter(id => !sold.some(book => book.id === id))
  const what = unavailable.length === 1 ? 'A book is' : `${unavailable.length} books are`
  return failure('conflict', `${what} no longer available to you; nothing was bought`, { unavailable })
}

function sum(lines: readonly Line[], field: 'priceCents' | 'feeCents'): number {
  return lines.reduce((total, line) => total + line[field], 0)
}
