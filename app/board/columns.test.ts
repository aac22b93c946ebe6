import type { BoardCard } from '@portico/crm/sales/deals/app/board'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Column, columnsOf, type Pending, type Placing, withPage, withPending } from './columns.ts'

const card = (id: number, stage_id: number, converted: number | null = id): BoardCard =>
  ({ id, stage_id, converted, probability: null, title: `Deal ${id}` }) as BoardCard

/** Stages 1 to 3; the third counts half. */
const placing: Placing = {
  moved: (card, key) => ({ ...card, stage_id: Number(key) }),
  probabilityOf: (_, key) => (key === '3' ? 50 : 100),
}

function boardOf(cards: readonly BoardCard[]): Column[] {
  return [1, 2, 3].map(stage_id => {
    const own = cards.filter(each => each.stage_id === stage_id)
    const value = own.reduce((sum, each) => sum + (each.converted ?? 0), 0)
    return {
      key: String(stage_id),
      count: own.length,
      value,
      weighted_value: (value * placing.probabilityOf(own[0] ?? card(0, 0), String(stage_id))) / 100,
      not_converted: own.filter(each => each.converted === null).length,
      cards: own,
    }
  })
}

test('after any moves the board has the sums of a board where the cards are there already', () => {
  const stage = fc.integer({ min: 1, max: 3 })
  const amount = fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: null })
  const deals = fc.array(fc.record({ stage, amount }), { minLength: 1, maxLength: 12 })
  const moves = fc.array(fc.record({ nr: fc.nat(), to: fc.option(stage, { nil: undefined }) }), { maxLength: 12 })
  fc.assert(
    fc.property(deals, moves, (given, wanted) => {
      const cards = given.map(({ stage, amount }, nr) => card(nr + 1, stage, amount))
      const places = new Map(cards.map(each => [each.id, each]))
      const pending: Pending[] = []
      for (const { nr, to } of wanted) {
        const now = places.get((nr % cards.length) + 1)
        if (!now) continue
        pending.push({ id: now.id, card: now, to: to === undefined ? undefined : String(to) })
        if (to === undefined) places.delete(now.id)
        else places.set(now.id, { ...now, stage_id: to })
      }

      const shown = withPending(boardOf(cards), pending, placing)

      const expected = boardOf([...places.values()])
      const sums = (columns: readonly Column[]) =>
        columns.map(({ cards, ...sums }) => ({ ...sums, ids: cards.map(each => each?.id).sort() }))
      expect(sums(shown)).toEqual(sums(expected))
    }),
  )
})

test('a move that is taken back leaves the board as it was', () => {
  const columns = boardOf([card(1, 1), card(2, 1)])
  const move = { id: 1, card: card(1, 1), to: '2' }

  expect(withPending(columns, [move], placing)).not.toEqual(columns)
  expect(withPending(columns, [], placing)).toEqual(columns)
})

test('cards further down stay until they are read again, none of them twice', () => {
  const first = { ...boardOf([])[0], count: 3, cards: [card(1, 1)] }
  const [column] = columnsOf([first] as never, [])
  expect(column?.cards.map(each => each?.id)).toEqual([1, undefined, undefined])
  const loaded = withPage(column as Column, 1, [card(2, 1), card(3, 1)])

  const [again] = columnsOf([{ ...first, cards: [card(3, 1)] }] as never, [loaded])

  expect(again?.cards.map(each => each?.id)).toEqual([3, 2, undefined])
})

test('cards further down stay in their own column', () => {
  const former = boardOf([card(1, 1), card(2, 1), card(3, 2), card(4, 2)])

  const read = former.map(column => ({ ...column, cards: column.cards.slice(0, 1) }))

  const shown = columnsOf(read as never, former)
  expect(shown.map(({ cards }) => cards.map(each => each?.id))).toEqual([[1, 2], [3, 4], []])
})

test('a card further down that has gone to another column is not in both', () => {
  const [one, two] = boardOf([card(1, 1), card(2, 1)])
  const first = { ...(one as Column), count: 2, cards: [card(1, 1), card(2, 1)] }

  const [left, right] = columnsOf(
    [
      { ...one, count: 2, cards: [card(1, 1)] },
      { ...two, count: 1, cards: [card(2, 2)] },
    ] as never,
    [first],
  )

  expect(left?.cards.map(each => each?.id)).toEqual([1, undefined])
  expect(right?.cards.map(each => each?.id)).toEqual([2])
})

test('the cards of a page take their places, and the column before stays as it was', () => {
  const column: Column = {
    ...(boardOf([])[0] as Column),
    count: 4,
    cards: [card(1, 1), undefined, undefined, undefined],
  }

  expect(withPage(column, 2, [card(3, 1), card(4, 1)]).cards.map(each => each?.id)).toEqual([1, undefined, 3, 4])
  expect(column.cards.map(each => each?.id)).toEqual([1, undefined, undefined, undefined])
})

test('a card behind ones that are not loaded is moved, and sums that nobody knows stay so', () => {
  const [one, two, three] = boardOf([card(7, 1)])
  const gap = { ...(one as Column), count: 2, cards: [undefined, card(7, 1)], value: null, weighted_value: null }

  const shown = withPending([gap, two as Column, three as Column], [{ id: 7, card: card(7, 1), to: '2' }], placing)

  expect(shown[0]).toMatchObject({ count: 1, cards: [undefined], value: null, weighted_value: null })
  expect(shown[1]).toMatchObject({ count: 1, value: 7, weighted_value: 7 })
  expect(shown[1]?.cards).toEqual([{ ...card(7, 1), stage_id: 2 }])
})
