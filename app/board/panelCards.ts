import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import type { PanelList, PanelRecord } from '../record/panel.ts'
import { stages } from '../store/company.ts'
import { columns } from './boardStore.ts'
import { revealCard } from './cardFocus.ts'

/** What a card knows of its deal, as the record names it. */
export function heldOf({ next_activity: _, ...card }: BoardCard): PanelRecord['held'] {
  const pipeline_id = stages.value.find(stage => stage.id === card.stage_id)?.pipeline_id
  return { ...card, pipeline_id }
}

/** Down a column, then on at the head of the next one. */
export const boardInPanel: PanelList = {
  step(from, by) {
    const cards = columns.value.flatMap(column => column.cards.filter(card => card !== undefined))
    const at = cards.findIndex(card => from.kind === 'deal' && card.id === from.id)
    const next = at === -1 ? undefined : cards[at + by]
    return next && { kind: 'deal', id: next.id, held: heldOf(next) }
  },
  reveal: ({ id }) => revealCard(Number(id)),
}
