import type { Member, Reply, TestMarket } from './openTestMarket.ts'

/** A book as a seller would send it. */
export function aBook(given: Record<string, unknown> = {}) {
  return {
    name: 'Calculus: Early Transcendentals',
    edition: 8,
    course: 'MTH 161',
    price: 45,
    condition: 'Good',
    date: {},
    ...given,
  }
}

/** Posts a book; its id. */
export async function post(market: TestMarket, seller: Member, given: Record<string, unknown> = {}): Promise<string> {
  const reply = await market.send('/books/postBook', aBook(given), seller)
  if (reply.status !== 200) throw new Error(`posting failed: ${JSON.stringify(reply.data)}`)
  return reply.data.book._id
}

/** Puts books into a cart and buys them. */
export async function buy(market: TestMarket, buyer: Member, ...books: string[]): Promise<Reply> {
  for (const bookID of books) await market.send('/user/addToCart', { bookID }, buyer)
  return market.send('/books/checkoutCart', { cart: books }, buyer)
}

/** Posts a book of one person and lets another one buy it. */
export async function sell(market: TestMarket, seller: Member, buyer: Member, given: Record<string, unknown> = {}) {
  const book = await post(market, seller, given)
  const { data } = await buy(market, buyer, book)
  return { book, transaction: data.transaction as string }
}

/** Asks for a book that is not on sale; the id of the request. */
export async function requestBook(market: TestMarket, member: Member, body: object): Promise<string> {
  const reply = await market.send('/books/requestBook', body, member)
  if (reply.status !== 200) throw new Error(`the request failed: ${JSON.stringify(reply.data)}`)
  return reply.data.request._id
}

/** Books that match the requests of a member, once all that was written has been compared. */
export async function matchesOf(market: TestMarket, member: Member) {
  await market.matched()
  const { data } = await market.get('/books/getUserMatches', member)
  return data.books as { _id: string; score: number; reason: string }[]
}

export async function statusOf(market: TestMarket, book: string): Promise<number | undefined> {
  const [row] = await market.sql<{ status: number }[]>`select status from market.book where id = ${book}`
  return row?.status
}

/** The ids of a list of books. */
export function idsOf(reply: Reply): string[] {
  return reply.data.books.map((book: { _id: string }) => book._id)
}
