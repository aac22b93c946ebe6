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
      {line('card-title', card.title, 14)}
      {line('card-contact', words('line').join(' · '), 20)}
      {line('card-value', words('foot').join(' · '), 10)}
      {late && <span class="card-rotten">{late}</span>}
      {has('owner') && <Avatar name={userName(card.owner_id)} />}
      {has('mark') && <ActivityMark activity={card.next_activity} />}
    </>
  )
}

/** `fits` letters of it are not too long for the narrowest card, half as many where letters may be as wide as they are high. */
function line(name: string, text: string, fits: number) {
  const isNarrow = /^[ -ɏ€]*$/.test(text)
  return (
    <span class={name} data-long={text.length > (isNarrow ? fits : fits / 2)}>
      {text}
    </span>
  )
}
