import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import { signal } from '@preact/signals'

/** Cards that are acted on together. */
export const selected = signal<ReadonlyMap<number, BoardCard>>(new Map())

export function toggleSelected(card: BoardCard): void {
  const next = new Map(selected.value)
  if (!next.delete(card.id)) next.set(card.id, card)
  selected.value = next
}

export function clearSelection(): void {
  selected.value = new Map()
}
