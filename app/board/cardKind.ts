import type { NextActivity } from '@portico/crm/base/records/nextActivity'
import type { ComponentType } from 'preact'
import type { IconName } from '../parts/icon.tsx'
import type { PanelRecord } from '../record/panel.ts'
import type { KindName } from '../record/places.ts'
import type { CardFact } from './cardFacts.ts'
import type { BoardPlace } from './layout.ts'

/** What every card of a board has, whatever record it stands for. */
export interface AnyCard {
  id: number
  title: string
  owner_id: number
  next_activity: NextActivity
  /** What it is worth in the currency of the board, where the board adds up; null when that is not known. */
  converted?: number | null
}

/** A way off the board: a place in the strip that is there while a card is dragged, and a key. */
export interface CardOutcome {
  name: string
  label: string
  icon: IconName
  key?: string
  /** What the key does, for the table of keys. */
  text?: string
}

/** What the cards of a board stand for: deals, projects. Columns, dragging, keys and windowing are the same for all. */
export interface CardKind {
  name: KindName
  /** As it is called in a sentence, one of it and several. */
  one: string
  many: string
  /** Where the server changes and deletes one. */
  path: `/v2/${string}`
  /** Changes of these kinds of records change the board. */
  live: readonly string[]
  outcomes: readonly CardOutcome[]
  decide(card: AnyCard, outcome: string): void
  /** What a card knows of its record, as the record names it. */
  held(card: AnyCard): PanelRecord['held']
  /** What cards can show below their title, and where it is kept which of it somebody wants to see. */
  facts: readonly CardFact[]
  view: 'deal_card' | 'project_card'
  /** What is said on a card that has waited for too long, which has a red edge. */
  late(card: AnyCard): string | undefined
  QuickAdd: ComponentType<{ place: BoardPlace; close: () => void }>
  /** Buttons for several cards at once, beside moving, giving and deleting. */
  bulk(cards: readonly AnyCard[]): readonly { label: string; run: () => Promise<void> }[]
  /** What is asked before a card goes. */
  Asking?: ComponentType
}
