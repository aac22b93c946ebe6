import type { ComponentChildren, ComponentType } from 'preact'
import type { IconName } from '../parts/icon.tsx'
import type { PanelRecord } from '../record/panel.ts'
import type { KindName } from '../record/places.ts'
import type { BoardPlace } from './layout.ts'

/** What every card of a board has, whatever record it stands for. */
export interface AnyCard {
  id: number
  title: string
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
  /** The inside of a card. */
  draw(card: AnyCard): ComponentChildren
  /** Has a red edge. */
  isLate(card: AnyCard): boolean
  QuickAdd: ComponentType<{ place: BoardPlace; close: () => void }>
  /** Buttons for several cards at once, beside moving, giving and deleting. */
  bulk(cards: readonly AnyCard[]): readonly { label: string; run: () => Promise<void> }[]
  /** What is asked before a card goes. */
  Asking?: ComponentType
}
