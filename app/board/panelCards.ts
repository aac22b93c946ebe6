import type { PanelList } from '../record/panel.ts'
import { cardKind, columns } from './boardStore.ts'
import { revealCard } from './cardFocus.ts'

/** Down a column, then on at the head of the next one. */
export const boardInPanel: PanelList = {
  step(from, by) {
    const kind = cardKind.value
    const cards = columns.value.flatMap(column => column.cards.filter(card => card !== undefined))
    const at = cards.findIndex(card => from.kind === kind?.name && card.id === from.id)
    const next = at === -1 ? undefined : cards[at + by]
    return kind && next && { kind: kind.name, id: next.id, held: kind.held(next) }
  },
  reveal({ kind, id }) {
    if (kind === cardKind.value?.name) revealCard(Number(id))
  },
}
