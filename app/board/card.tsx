import { useComputed } from '@preact/signals'
import { isInPanel, recordLink } from '../record/panel.ts'
import { CardFace } from './cardFace.tsx'
import type { AnyCard, CardKind } from './cardKind.ts'
import { watchCard } from './drag.ts'
import { dropCard } from './dropCard.ts'
import { selected } from './selection.ts'

interface Props {
  kind: CardKind
  card: AnyCard
  top: number
}

const CHOSEN = 1
const OPEN = 2

export function Card({ kind, card, top }: Props) {
  // One answer about two things: of a hundred cards only those are drawn anew for which it changes.
  const looks = useComputed(
    () => (selected.value.has(card.id) ? CHOSEN : 0) | (isInPanel(kind.name, card.id) ? OPEN : 0),
  ).value
  return (
    <a
      class="card"
      {...recordLink(kind.name, card.id, () => kind.held(card))}
      data-card={card.id}
      data-rotten={kind.late(card) !== undefined}
      data-selected={(looks & CHOSEN) !== 0}
      data-open={(looks & OPEN) !== 0}
      style={{ top: `${top}px` }}
      draggable={false}
      onPointerDown={event => watchCard(event, card, dropCard)}
    >
      <CardFace kind={kind} card={card} />
    </a>
  )
}
