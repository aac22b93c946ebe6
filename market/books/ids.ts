import { randomBytes } from 'node:crypto'
import Type from 'typebox'

/** Ids are opaque; one that was never given out is simply not found. */
export const BookId = Type.String({ minLength: 1, maxLength: 100 })
export const AccountId = BookId
export const PurchaseId = BookId

/** As the database makes them: eight digits of time, sixteen at random. */
export function newId(now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex')
}
