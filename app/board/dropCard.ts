import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import { signal } from '@preact/signals'
import { deleteCard, loseCard, makeLead, moveCard, winCard } from './boardStore.ts'
import type { DropTarget, Outcome } from './drag.ts'

/** A deal that is to be lost, while its reason is asked for. */
export const losing = signal<BoardCard | undefined>(undefined)

/** What letting a card go means. */
export function dropCard(card: BoardCard, at: DropTarget): void {
  if ('column' in at) void moveCard(card, at.column)
  else decide(card, at.outcome)
}

export function decide(card: BoardCard, outcome: Outcome): void {
  if (outcome === 'won') void winCard(card)
  else if (outcome === 'delete') void deleteCard(card)
  else if (outcome === 'lead') void makeLead(card)
  else losing.value = card
}

export function lose(reason: string): void {
  const card = losing.value
  losing.value = undefined
  if (card) void loseCard(card, reason)
}
