import { views } from '../store/views.ts'
import type { AnyCard, CardKind } from './cardKind.ts'

/** Something that a card can show beside its title. */
export interface CardFact {
  code: string
  label: string
  /** In the line below the title, at its foot, or as the picture or mark at its right edge. */
  place: 'line' | 'foot' | 'owner' | 'mark'
  /** Shown until somebody chooses otherwise. */
  isUsual: boolean
  text?(card: AnyCard): string | null
}

/** What the cards of a board show, in the order it was chosen in; what is not known any more is left out. */
export function chosenFacts({ facts, view }: Pick<CardKind, 'facts' | 'view'>): readonly CardFact[] {
  const chosen = views.value[view]?.fields
  if (!chosen) return facts.filter(fact => fact.isUsual)
  return chosen.flatMap(code => facts.find(fact => fact.code === code) ?? [])
}
