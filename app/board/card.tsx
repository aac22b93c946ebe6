import { useComputed } from '@preact/signals'
import { panelLink } from '../record/panel.ts'
import type { AnyCard, CardKind } from './cardKind.ts'
import { dragged, watchCard } from './drag.ts'
import { dropCard } from './dropCard.ts'
import { selected } from './selection.ts'

interface Props {
  kind: CardKind
  card: AnyCard
  top: number
}

export function Card({ kind, card, top }: Props) {
  // Of a hundred cards only those are drawn anew for which the answer changes.
  const isChosen = useComputed(() => selected.value.has(card.id))
  const isMoving = useComputed(() => dragged.value?.id === card.id)
  return (
    <a
      class="card"
      {...panelLink(kind.name, card.id, kind.held(card))}
      data-card={card.id}
      data-rotten={kind.isLate(card)}
      data-selected={isChosen.value}
      data-moving={isMoving.value}
      style={{ top: `${top}px` }}
      draggable={false}
      onPointerDown={event => watchCard(event, card, dropCard)}
    >
      {kind.draw(card)}
    </a>
  )
}
