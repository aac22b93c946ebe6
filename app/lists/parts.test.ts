import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInside, rangeBetween, readBlock, spread, stepFrom, writeBlock } from './block.ts'
import { type Chip, chipsFrom, conditionsOf, NO_CHIPS, parseChips, withChip, withoutChip, writeChips } from './chips.ts'
import { LISTS } from './kinds.ts'
import { readDay, readNumber, readTruth, writesMonthFirst } from './typedText.ts'
import { filterQuery, nextSort, viewOf } from './view.ts'

describe('a block of cells', () => {
  test('comes back as it was written, whatever is in its cells', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', '\t', '\n', '\r', 'ü', '1') })
    const block = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 2, max: 4 }))
      .chain(([rows, columns]) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
      )
    fc.assert(
      fc.property(block, cells => {
        expect(readBlock(writeBlock(cells))).toEqual(cells)
      }),
    )
  })

  test('of a spreadsheet: lines end with line breaks of any kind, quotes are quotes where they close', () => {
    expect(readBlock('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(readBlock('"a\tb"\tc')).toEqual([['a\tb', 'c']])
    expect(readBlock('"5 inch" screen\tx')).toEqual([['"5 inch" screen', 'x']])
    expect(readBlock('a\n\nb')).toEqual([['a'], [''], ['b']])
    expect(readBlock('a\t\nb\t1')).toEqual([
      ['a', ''],
      ['b', '1'],
    ])
  })

  test('one cell fills a range, several begin at its corner', () => {
    const range = rangeBetween({ row: 3, column: 2 }, { row: 2, column: 1 })
    expect(range).toEqual({ top: 2, bottom: 3, left: 1, right: 2 })
    expect(spread([['x']], range)).toHaveLength(4)
    expect(spread([['x', 'y']], range).map(({ place }) => place)).toEqual([
      { row: 2, column: 1 },
      { row: 2, column: 2 },
    ])
    expect(isInside(range, { row: 3, column: 1 })).toBe(true)
    expect(isInside(range, { row: 3, column: 3 })).toBe(false)
  })

  test('a step stays within the list', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), (down, right) => {
        const { row, column } = stepFrom({ row: 2, column: 2 }, 5, 4, down, right)
        expect(row >= 0 && row < 5 && column >= 0 && column < 4).toBe(true)
      }),
    )
  })
})

describe('what is typed into a spreadsheet', () => {
  test.each([
    ['1234', 1234],
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1.234', 1234],
    ['1,5', 1.5],
    ['0.125', 0.125],
    ['1,234,567', 1_234_567],
    ['€ 5', 5],
    ['-3.5', -3.5],
    ['12 %', 12],
    ['1 234,5', 1234.5],
    ['two', undefined],
    ['', undefined],
    ['1,2,3.4.5', undefined],
  ])('the number %s', (text, number) => expect(readNumber(text)).toBe(number))

  test('days as they are written here and there; none that does not exist', () => {
    expect(readDay('2026-11-16', true)).toBe('2026-11-16')
    expect(readDay('16.11.2026', true)).toBe('2026-11-16')
    expect(readDay('11/16/2026', true)).toBe('2026-11-16')
    expect(readDay('16/11/2026', false)).toBe('2026-11-16')
    expect(readDay('2026-02-30', true)).toBeUndefined()
    expect(readDay('soon', true)).toBeUndefined()
    expect([writesMonthFirst('en-US'), writesMonthFirst('de'), writesMonthFirst('en-GB')]).toEqual([true, false, false])
    expect([readTruth('Yes'), readTruth('0'), readTruth('maybe')]).toEqual([true, false, undefined])
  })
})

describe('chips', () => {
  const chip: Chip = { object: 'person', code: 'name', operator: '=', value: 'Paula' }
  const other: Chip = { object: 'organization', code: 'name', operator: 'IS NULL', value: null }

  test('come back out of the address as they went in, and nonsense is left out', () => {
    const chips = { all: [chip], any: [other] }
    expect(parseChips(writeChips(chips))).toEqual(chips)
    expect(parseChips(writeChips({ all: [chip], any: [] }))).toEqual({ all: [chip], any: [] })
    expect(writeChips(NO_CHIPS)).toBeNull()
    for (const text of [null, '', '{', '5', '[5]', '[[5,["a"]]]']) expect(parseChips(text)).toEqual(NO_CHIPS)
  })

  test('are the conditions of filters, and come from those', () => {
    const chips = { all: [chip], any: [other] }
    expect(conditionsOf(NO_CHIPS)).toBeUndefined()
    expect(conditionsOf(chips)?.conditions[1]).toEqual({
      glue: 'or',
      conditions: [{ object: 'organization', field_code: 'name', operator: 'IS NULL', value: null }],
    })
    const stored = {
      conditions: [
        { conditions: [{ object: 'person', operator: '=', value: 'Paula', field_code: 'name' }] },
        { conditions: [{ object: 'organization', operator: 'IS NULL', value: null, field_code: 'name' }] },
      ],
    }
    expect(chipsFrom(stored)).toEqual(chips)
  })

  test('are changed in their place, moved between the groups, and taken out', () => {
    const changed = { ...chip, value: 'Paul' }
    const chips = { all: [chip, other], any: [] }
    expect(withChip(chips, 'all', changed, chip)).toEqual({ all: [changed, other], any: [] })
    expect(withChip(chips, 'any', changed, chip)).toEqual({ all: [other], any: [changed] })
    expect(withChip(chips, 'any', changed)).toEqual({ all: [chip, other], any: [changed] })
    expect(withoutChip(chips, chip)).toEqual({ all: [other], any: [] })
  })
})

test('the address says what a list shows', () => {
  const query = new URLSearchParams('sort=-value&columns=value,org_id&owner=3&filter=4&pipeline=5')
  const view = viewOf(LISTS.deal, query)
  expect(view).toMatchObject({ sort: '-value', columns: ['value', 'org_id'], ownerId: 3, filterId: 4, pipelineId: 5 })
  expect(String(filterQuery(LISTS.deal, view))).toBe('kind=deal&owner_id=3&pipeline_id=5&filter_id=4')
  expect(viewOf(LISTS.person, query).pipelineId).toBeUndefined()
  expect(viewOf(LISTS.person, new URLSearchParams()).sort).toBe('name')
  expect([nextSort('name', 'name'), nextSort('-name', 'name'), nextSort('-name', 'value')]).toEqual([
    '-name',
    'name',
    'value',
  ])
})
