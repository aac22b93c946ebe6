import type { AnyCard, CardKind } from './cardKind.ts'
import type { ReadColumn } from './columns.ts'

/** A column that cards can be moved to. */
export interface BoardPlace {
  key: string
  title: string
  /** What a record has that is added here. */
  fields: object
}

/** What the columns of a board stand for: the stages of a pipeline, months, phases. Everything else is the same for all. */
export interface BoardLayout {
  /** What its cards stand for. */
  kind: CardKind
  /** Boards of the same name show the same columns; another one is drawn from the beginning. */
  name: string
  read(limit: number): Promise<{ currency?: string; columns: readonly ReadColumn[] }>
  readCards(key: string, start: number, limit: number): Promise<readonly AnyCard[]>
  /** The column a card is in. */
  keyOf(card: AnyCard): string
  /** The card as it will be in another column. */
  moved(card: AnyCard, key: string): AnyCard
  /** What changes about a record that is moved there, and how that is said of it. */
  change(key: string): { fields: object; words: string }
  probabilityOf(card: AnyCard, key: string): number
}
