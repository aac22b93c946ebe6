import { randomBytes } from 'node:crypto'
import Type, { type Static } from 'typebox'

/** Ids are opaque; one that was never given out is simply not found. */
export const BookId = Type.String({ minLength: 1, maxLength: 100 })
export const AccountId = BookId
export const PurchaseId = BookId

/** A book by its id; whole objects of older clients are taken too, but only for their id. */
export const BookRef = Type.Union([BookId, Type.Object({ _id: BookId })])

export function idOf(book: Static<typeof BookRef>): string {
  return typeof book === 'string' ? book : book._id
}

/** As the database makes them: eight digits of time, sixteen at random. */
export function newId(now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex')
}
