import { cardKind, moveCard } from './boardStore.ts'
import type { AnyCard } from './cardKind.ts'
import type { DropTarget } from './drag.ts'

/** What letting a card go means. */
export function dropCard(card: AnyCard, at: DropTarget): void {
  if ('column' in at) void moveCard(card, at.column)
  else cardKind.value?.decide(card, at.outcome)
}
