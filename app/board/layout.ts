import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import type { ReadColumn } from './columns.ts'

/** A column that cards can be moved to. */
export interface BoardPlace {
  key: string
  title: string
  /** What a deal has that is added here. */
  fields: object
}

/** What the columns of a board stand for: the stages of a pipeline, or months. Everything else is the same for both. */
export interface BoardLayout {
  /** Boards of the same name show the same columns; another one is drawn from the beginning. */
  name: string
  read(limit: number): Promise<{ currency: string; columns: readonly ReadColumn[] }>
  readCards(key: string, start: number, limit: number): Promise<readonly BoardCard[]>
  /** The column a card is in. */
  keyOf(card: BoardCard): string
  /** The card as it will be in another column. */
  moved(card: BoardCard, key: string): BoardCard
  /** What changes about a deal that is moved there, and how that is said of it. */
  change(key: string): { fields: object; words: string }
  probabilityOf(card: BoardCard, key: string): number
}
