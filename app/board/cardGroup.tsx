import { Card } from './card.tsx'
import { CARD_HEIGHT } from './cardHeight.ts'
import type { AnyCard, CardKind } from './cardKind.ts'
import { GROUP_SIZE } from './groupRows.ts'

interface Props {
  kind: CardKind
  /** All of the column. */
  cards: readonly (AnyCard | undefined)[]
  /** The row that the group begins with, and those of its rows that are there. */
  start: number
  first: number
  last: number
  /** Of the others only the place is shown. */
  drawnFirst: number
  drawnLast: number
}

/** Cards that are laid out and painted together: when some are added, the browser does not go through all of the column. */
export function CardGroup({ kind, cards, start, first, last, drawnFirst, drawnLast }: Props) {
  return (
    <div class="card-group" style={{ top: `${start * CARD_HEIGHT}px`, height: `${GROUP_SIZE * CARD_HEIGHT}px` }}>
      {cards.slice(first, last).map((card, nr) => {
        const place = first + nr
        const top = (place - start) * CARD_HEIGHT
        if (card && place >= drawnFirst && place < drawnLast)
          return <Card key={card.id} kind={kind} card={card} top={top} />
        return <div key={`gap ${place}`} class="card card-gap" style={{ top: `${top}px` }} />
      })}
    </div>
  )
}
