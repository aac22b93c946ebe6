import type { Board, BoardCard, BoardColumn } from '@portico/crm/sales/deals/app/board'

/** A column as it is drawn: of the cards that are not loaded yet only their number is known. */
export interface Column extends Omit<BoardColumn, 'cards'> {
  cards: readonly (BoardCard | undefined)[]
}

/** A change of a card that the server has not confirmed yet. */
export interface Pending {
  id: number
  card: BoardCard
  /** The stage it goes to; undefined when it leaves the board: won, lost, deleted, made a lead. */
  to: number | undefined
}

/** What the server said. Cards further down stay as they were until they are read again, so that nothing flickers. */
export function columnsOf(board: Board, former: readonly Column[]): Column[] {
  return board.columns.map(column => {
    const before = former.find(each => each.stage_id === column.stage_id)?.cards ?? []
    return { ...column, cards: withGaps(column.cards, before, column.count) }
  })
}

/** Puts the cards of a page into their places. */
export function withPage(column: Column, start: number, page: readonly BoardCard[]): Column {
  const cards = column.cards.slice()
  page.forEach((card, nr) => {
    cards[start + nr] = card
  })
  return { ...column, cards }
}

function withGaps(cards: readonly BoardCard[], before: Column['cards'], count: number): (BoardCard | undefined)[] {
  const known = new Set(cards.map(card => card.id))
  const stillThere = (card: BoardCard | undefined) => (card && !known.has(card.id) ? card : undefined)
  return Array.from({ length: Math.max(count, cards.length) }, (_, nr) => cards[nr] ?? stillThere(before[nr]))
}

/**
 * The board as it will be when all pending changes are done: each card is taken out of where it is and put in front of
 * the column it goes to, and the sums follow.
 */
export function withPending(
  columns: readonly Column[],
  pending: readonly Pending[],
  probabilityOf: (card: BoardCard, stageId: number) => number,
): Column[] {
  return pending.reduce<Column[]>(
    (now, { id, card, to }) =>
      now.map(column => {
        const without = takeOut(column, id, card, probabilityOf)
        return column.stage_id === to ? putIn(without, card, probabilityOf) : without
      }),
    [...columns],
  )
}

type ProbabilityOf = (card: BoardCard, stageId: number) => number

function takeOut(column: Column, id: number, card: BoardCard, probabilityOf: ProbabilityOf): Column {
  const place = column.cards.findIndex(each => each?.id === id)
  const held = column.cards[place]
  if (!held) return column
  return {
    ...withWorth(column, held, -1, probabilityOf(card, column.stage_id)),
    cards: column.cards.toSpliced(place, 1),
  }
}

function putIn(column: Column, card: BoardCard, probabilityOf: ProbabilityOf): Column {
  const moved = { ...card, stage_id: column.stage_id }
  const changed = withWorth(column, moved, 1, probabilityOf(moved, column.stage_id))
  return { ...changed, cards: [moved, ...column.cards] }
}

function withWorth(column: Column, { converted }: BoardCard, sign: 1 | -1, probability: number): Column {
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
