import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import { signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { dayName, daysBetween, today } from '../parts/days.ts'
import { LoseDialog } from '../parts/loseDialog.tsx'
import { money } from '../parts/money.ts'
import { tell } from '../shell/toasts.ts'
import { stages } from '../store/company.ts'
import { changeCard, changeCards, deleteCard, keepCards } from './boardStore.ts'
import type { AnyCard, CardKind } from './cardKind.ts'
import { probabilityIn } from './chosen.ts'
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
  facts: [
    { code: 'org_id', label: 'Organization', place: 'line', isUsual: true, text: (card: BoardCard) => card.org_name },
    {
      code: 'person_id',
      label: 'Contact person',
      place: 'line',
      isUsual: true,
      text: (card: BoardCard) => card.person_name,
    },
    {
      code: 'expected_close_date',
      label: 'Expected close date',
      place: 'line',
      isUsual: false,
      text: ({ expected_close_date: day }: BoardCard) => day && `closes ${dayName(day)}`,
    },
    {
      code: 'stage_change_time',
      label: 'Days in the stage',
      place: 'line',
      isUsual: false,
      text: (card: BoardCard) => `${daysBetween(card.stage_change_time.slice(0, 10), today())} d here`,
    },
    {
      code: 'value',
      label: 'Value',
      place: 'foot',
      isUsual: true,
      text: (card: BoardCard) => money(card.value, card.currency),
    },
    {
      code: 'probability',
      label: 'Probability',
      place: 'foot',
      isUsual: false,
      text: (card: BoardCard) => `${probabilityIn(card, card.stage_id)} %`,
    },
    { code: 'owner_id', label: 'Owner', place: 'owner', isUsual: true },
    { code: 'next_activity', label: 'What is next', place: 'mark', isUsual: true },
  ],
  view: 'deal_card',
  late(card: BoardCard) {
    const days = rottenDays(card)
    return days > 0 ? `${days} d quiet` : undefined
  },
  QuickAdd,
  bulk: cards => [
    { label: 'Won', run: () => changeCards(cards, { status: 'won' }, undefined) },
    { label: 'Lost', run: () => changeCards(cards, { status: 'lost' }, undefined) },
  ],
  Asking: Losing,
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
