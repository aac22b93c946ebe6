import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import { signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { Avatar } from '../parts/avatar.tsx'
import { daysBetween, today } from '../parts/days.ts'
import { LoseDialog } from '../parts/loseDialog.tsx'
import { money } from '../parts/money.ts'
import { tell } from '../shell/toasts.ts'
import { stages, userName } from '../store/company.ts'
import { ActivityMark } from './activityMark.tsx'
import { changeCard, changeCards, deleteCard, keepCards } from './boardStore.ts'
import type { AnyCard, CardKind } from './cardKind.ts'
import { QuickAdd } from './quickAdd.tsx'

/** Deals as cards of a board. */
export const DEAL_CARDS: CardKind = {
  name: 'deal',
  one: 'deal',
  many: 'deals',
  path: '/v2/deals',
  live: ['deal', 'activity', 'stage', 'pipeline'],
  outcomes: [
    { name: 'won', label: 'Won', icon: 'trophy', key: 'w', text: 'Mark the card as won' },
    { name: 'lost', label: 'Lost', icon: 'thumbDown', key: 'l', text: 'Mark the card as lost' },
    { name: 'lead', label: 'Make a lead', icon: 'lead' },
    { name: 'delete', label: 'Delete', icon: 'trash', key: 'Delete', text: 'Delete the card' },
  ],
  decide(card, outcome) {
    if (outcome === 'won') void changeCard(card, undefined, { status: 'won' }, `Won “${card.title}”`)
    else if (outcome === 'delete') void deleteCard(card)
    else if (outcome === 'lead') void makeLead(card)
    else losing.value = card
  },
  held({ next_activity: _, ...card }: BoardCard) {
    const pipeline_id = stages.value.find(stage => stage.id === card.stage_id)?.pipeline_id
    return { ...card, pipeline_id }
  },
  isLate: (card: BoardCard) => rottenDays(card) > 0,
  draw: (card: BoardCard) => <DealFace card={card} />,
  QuickAdd,
  bulk: cards => [
    { label: 'Won', run: () => changeCards(cards, { status: 'won' }, undefined) },
    { label: 'Lost', run: () => changeCards(cards, { status: 'lost' }, undefined) },
  ],
  Asking: Losing,
}

function DealFace({ card }: { card: BoardCard }) {
  const rotten = rottenDays(card)
  return (
    <>
      <span class="card-title">{card.title}</span>
      <span class="card-contact">{[card.org_name, card.person_name].filter(Boolean).join(' · ')}</span>
      <span class="card-foot">
        <span class="card-value">{money(card.value, card.currency)}</span>
        {rotten > 0 && <span class="card-rotten">{rotten} d quiet</span>}
        <Avatar name={userName(card.owner_id)} />
        <ActivityMark activity={card.next_activity} />
      </span>
    </>
  )
}

/** Days since a deal became rotten. */
function rottenDays({ rotten_time }: BoardCard): number {
  return rotten_time ? daysBetween(rotten_time.slice(0, 10), today()) : 0
}

/** The server makes the lead a moment later, out of the deal with all that belongs to it. */
function makeLead(card: AnyCard): Promise<void> {
  return keepCards(
    [card],
    undefined,
    `Made “${card.title}” a lead`,
    () => call(`POST /v2/deals/${card.id}/convert/lead`),
    text => void tell(text),
  )
}

/** A deal that is to be lost, while its reason is asked for. */
const losing = signal<AnyCard | undefined>(undefined)

function Losing() {
  const card = losing.value
  if (!card) return null
  const close = () => {
    losing.value = undefined
  }
  function lose(reason: string) {
    close()
    if (card) {
      const fields = { status: 'lost', ...(reason && { lost_reason: reason }) }
      void changeCard(card, undefined, fields, `Lost “${card.title}”`)
    }
  }
  return <LoseDialog title={card.title} lose={lose} close={close} />
}
