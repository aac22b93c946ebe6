import { Avatar } from '../parts/avatar.tsx'
import { userName } from '../store/company.ts'
import { ActivityMark } from './activityMark.tsx'
import { chosenFacts } from './cardFacts.ts'
import type { AnyCard, CardKind } from './cardKind.ts'

/** The inside of a card: its title, and what of it people have chosen to see. */
export function CardFace({ kind, card }: { kind: CardKind; card: AnyCard }) {
  const facts = chosenFacts(kind)
  const has = (place: string) => facts.some(fact => fact.place === place)
  const words = (place: string) =>
    facts.map(fact => (fact.place === place ? fact.text?.(card) : null)).filter(text => Boolean(text))
  const late = kind.late(card)
  return (
    <>
      <span class="card-title">{card.title}</span>
      <span class="card-contact">{words('line').join(' · ')}</span>
      <span class="card-value">{words('foot').join(' · ')}</span>
      {late && <span class="card-rotten">{late}</span>}
      {has('owner') && <Avatar name={userName(card.owner_id)} />}
      {has('mark') && <ActivityMark activity={card.next_activity} />}
    </>
  )
}
