import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import { useComputed } from '@preact/signals'
import { Avatar } from '../parts/avatar.tsx'
import { daysBetween, today } from '../parts/days.ts'
import { money } from '../parts/money.ts'
import { panelLink } from '../record/panel.ts'
import { userName } from '../store/company.ts'
import { ActivityMark } from './activityMark.tsx'
import { dragged, watchCard } from './drag.ts'
import { dropCard } from './dropCard.ts'
import { heldOf } from './panelCards.ts'
import { selected } from './selection.ts'

interface Props {
  card: BoardCard
  top: number
}

export function Card({ card, top }: Props) {
  // Of a hundred cards only those are drawn anew for which the answer changes.
  const isChosen = useComputed(() => selected.value.has(card.id))
  const isMoving = useComputed(() => dragged.value?.id === card.id)
  const rotten = rottenDays(card)
  const contact = [card.org_name, card.person_name].filter(Boolean).join(' · ')
  return (
    <a
      class="card"
      {...panelLink('deal', card.id, heldOf(card))}
      data-card={card.id}
      data-rotten={rotten > 0}
      data-selected={isChosen.value}
      data-moving={isMoving.value}
      style={{ top: `${top}px` }}
      draggable={false}
      onPointerDown={event => watchCard(event, card, dropCard)}
    >
      <span class="card-title">{card.title}</span>
      <span class="card-contact">{contact}</span>
      <span class="card-foot">
        <span class="card-value">{money(card.value, card.currency)}</span>
        {rotten > 0 && <span class="card-rotten">{rotten} d quiet</span>}
        <Avatar name={userName(card.owner_id)} />
        <ActivityMark activity={card.next_activity} />
      </span>
    </a>
  )
}

/** Days since a deal became rotten. */
function rottenDays({ rotten_time }: BoardCard): number {
  return rotten_time ? daysBetween(rotten_time.slice(0, 10), today()) : 0
}
