import { dollars } from '../books/money.ts'
import type { EventFacts } from './facts.ts'

/** Sentences that a notice and the mail about the same event share. */

export function cancelled({ name, reason, role }: EventFacts['saleCancelled']): string {
  const rest = role === 'seller' ? 'It is on sale again.' : 'You are not charged.'
  return `The sale of “${name}” was cancelled${because(reason)}. ${rest}`
}

export function refunded({ name, reason, role, total }: EventFacts['saleRefunded']): string {
  const rest = role === 'seller' ? 'The book is on sale again.' : `You get ${dollars(total)} back.`
  return `The sale of “${name}” was refunded${because(reason)}. ${rest}`
}

export function rejected({ name, reason, role }: EventFacts['bookRejected']): string {
  const rest = role === 'seller' ? 'It is unlisted; edit the listing before you reactivate it.' : 'You are not charged.'
  return `“${name}” was not as described${because(reason)}. ${rest}`
}

export function lapsed({ name, role }: EventFacts['saleLapsed']): string {
  const rest = role === 'seller' ? 'It is on sale again; unlist it if you no longer have it.' : 'You are not charged.'
  return `“${name}” was not dropped off in time, so the sale is cancelled. ${rest}`
}

export function because(reason: string): string {
  return reason ? ` (${reason})` : ''
}

export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map(name => `“${name}”`)
  const rest = names.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

/** `one day`, `2 days`. */
export function days(count: number): string {
  return count === 1 ? 'one day' : `${count} days`
}
