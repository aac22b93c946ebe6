import type { BoardColumn } from '@portico/crm/sales/deals/app/board'
import type { AnyCard } from './cardKind.ts'

/** A column as the server has it, with its first cards. */
export interface ReadColumn extends Omit<BoardColumn, 'stage_id' | 'cards'> {
  /** Its stage, month or phase. */
  key: string
  cards: readonly AnyCard[]
  /** What has left it for good. */
  won?: { count: number; value: number | null }
}

/** A column as it is drawn: of the cards that are not loaded yet only their number is known. */
export interface Column extends Omit<ReadColumn, 'cards'> {
  cards: readonly (AnyCard | undefined)[]
}

/** What being in a column means for a card. */
export interface Placing {
  moved(card: AnyCard, key: string): AnyCard
  probabilityOf(card: AnyCard, key: string): number
}

/** A change of a card that the server has not confirmed yet. */
export interface Pending {
  id: number
  card: AnyCard
  /** The column it goes to; undefined when it leaves the board: won, lost, deleted, made a lead. */
  to: string | undefined
}

/** What the server said. Cards further down stay as they were until they are read again, so that nothing flickers. */
export function columnsOf(read: readonly ReadColumn[], former: readonly Column[]): Column[] {
  const known = new Set(read.flatMap(column => column.cards.map(card => card.id)))
  return read.map(column => {
    const before = former.find(each => each.key === column.key)?.cards ?? []
    return { ...column, cards: withGaps(column.cards, before, column.count, known) }
  })
}

/** Puts the cards of a page into their places. */
export function withPage(column: Column, start: number, page: readonly AnyCard[]): Column {
  const cards = column.cards.slice()
  page.forEach((card, nr) => {
    cards[start + nr] = card
  })
  return { ...column, cards }
}

/** `known` are cards that the server has just said the place of, in this column or another one. */
function withGaps(
  cards: readonly AnyCard[],
  before: Column['cards'],
  count: number,
  known: ReadonlySet<number>,
): (AnyCard | undefined)[] {
  const stillThere = (card: AnyCard | undefined) => (card && !known.has(card.id) ? card : undefined)
  return Array.from({ length: Math.max(count, cards.length) }, (_, nr) => cards[nr] ?? stillThere(before[nr]))
}

/**
 * The board as it will be when all pending changes are done: each card is taken out of where it is and put in front of
 * the column it goes to, and the sums follow.
 */
export function withPending(columns: readonly Column[], pending: readonly Pending[], placing: Placing): Column[] {
  return pending.reduce<Column[]>(
    (now, { id, card, to }) =>
      now.map(column => {
        const without = takeOut(column, id, card, placing)
        return column.key === to ? putIn(without, card, placing) : without
      }),
    [...columns],
  )
}

function takeOut(column: Column, id: number, card: AnyCard, { probabilityOf }: Placing): Column {
  const place = column.cards.findIndex(each => each?.id === id)
  const held = column.cards[place]
  if (!held) return column
  return {
    ...withWorth(column, held, -1, probabilityOf(card, column.key)),
    cards: column.cards.toSpliced(place, 1),
  }
}

function putIn(column: Column, card: AnyCard, { moved, probabilityOf }: Placing): Column {
  const there = moved(card, column.key)
  const changed = withWorth(column, there, 1, probabilityOf(there, column.key))
  return { ...changed, cards: [there, ...column.cards] }
}

function withWorth(column: Column, { converted }: AnyCard, sign: 1 | -1, probability: number): Column {
  const amount = (converted ?? 0) * sign
  const add = (sum: number | null, more: number) => (sum === null ? null : round(sum + more))
  return {
    ...column,
    count: column.count + sign,
    not_converted: column.not_converted + (converted === null ? sign : 0),
    value: add(column.value, amount),
    weighted_value: add(column.weighted_value, (amount * probability) / 100),
  }
}

/** Without the noise of binary fractions. */
function round(amount: number): number {
  return Number(amount.toPrecision(15))
}
