import { describe, expect, test } from 'vitest'
import type { Field, Fields } from '../../base/fields/catalog.ts'
import { type Column, columnsOf, type ExportedRecord, sameColumns } from './columns.ts'
import type { ExportKind } from './kind.ts'

/** As much of a kind as its columns follow from. */
function kind(fields: Record<string, { name: string }> = {}): ExportKind {
  return { name: 'deals', label: 'Deal', fields } as unknown as ExportKind
}

const field = (changes: Partial<Field>): Field => ({
  id: 1,
  key: 'abc',
  slug: 'abc',
  name: 'Own',
  type: 'varchar',
  isCustom: true,
  options: [],
  ...changes,
})
const option = (id: number, label: string) => ({ id, label }) as Field['options'][number]

function fieldsOf(custom: Field[], others: Field[] = []): Fields {
  const byKey = new Map([...custom, ...others].map(each => [each.key, each]))
  return { custom, byKey, bySlug: new Map(), required: [], deletedKeys: [], blank: '{}' }
}

const heads = (columns: Column[]) => columns.map(({ head }) => head)
const cells = (columns: Column[], record: ExportedRecord) =>
  columns.map(column => column.cell(record, (named, id) => (id == null ? undefined : `${named} ${id}`)))

test('columns are in the order of the fields, the id first, what is not a field behind them, custom ones last', () => {
  const columns = columnsOf(
    kind({ title: { name: 'Title' }, gone: { name: 'Gone' }, id: { name: 'ID' } }),
    ['order_nr', 'custom_fields', 'title', 'id'],
    fieldsOf([field({})]),
  )

  expect(columns.map(({ id }) => id)).toEqual(['id', 'title', 'order_nr', 'custom:abc'])
  expect(heads(columns)).toEqual(['Deal - ID', 'Deal - Title', 'Deal - Order nr', 'Deal - Own'])
  expect(cells(columns, { id: 4, title: 'x', order_nr: 2, custom_fields: { abc: 'y' } })).toEqual([4, 'x', 2, 'y'])
  expect(columnsOf(kind(), ['title'], undefined).map(({ id }) => id)).toEqual(['title'])
  expect(cells(columns, { id: 4, title: 'x', order_nr: 2 })).toEqual([4, 'x', 2, undefined])
})

test('a kind without fields has the columns of its records, by their keys', () => {
  const { fields, ...bare } = kind()
  expect(heads(columnsOf(bare as ExportKind, ['id', 'order_nr'], undefined))).toEqual(['Deal - Id', 'Deal - Order nr'])
})

test('the name of the company for a field counts more than ours', () => {
  const renamed = fieldsOf([], [field({ key: 'title', name: 'Opportunity' })])
  expect(heads(columnsOf(kind({ title: { name: 'Title' } }), ['title'], renamed))).toEqual(['Deal - Opportunity'])
})

test.each([
  ['owner_id', 'user'],
  ['user_id', 'user'],
  ['creator_id', 'user'],
  ['creator_user_id', 'user'],
  ['person_id', 'person'],
  ['org_id', 'organization'],
  ['organization_id', 'organization'],
  ['deal_id', 'deal'],
  ['lead_id', 'lead'],
  ['product_id', 'product'],
  ['pipeline_id', 'pipeline'],
  ['stage_id', 'stage'],
  ['project_id', 'project'],
  ['board_id', 'board'],
  ['phase_id', 'phase'],
])('%s is shown by the name of the %s, with the id beside it', (key, named) => {
  const columns = columnsOf(kind(), [key], undefined)

  expect(columns.map(({ id }) => id)).toEqual([key, `${key}#id`])
  expect(heads(columns)[1]).toBe(`${heads(columns)[0]} ID`)
  expect(cells(columns, { [key]: 7 })).toEqual([`${named} 7`, 7])
  const [asked, value] = columns[0]?.names ?? []
  expect([asked, value?.({ [key]: 7 })]).toEqual([named, 7])
})

describe('custom fields', () => {
  test.each([
    ['user', 'user'],
    ['people', 'person'],
    ['org', 'organization'],
  ])('of the type %s are references', (type, named) => {
    const columns = columnsOf(kind(), [], fieldsOf([field({ type })]))
    expect(columns.map(({ id }) => id)).toEqual(['custom:abc', 'custom:abc#id'])
    expect(cells(columns, { custom_fields: { abc: 7 } })).toEqual([`${named} 7`, 7])
  })

  test.each([
    ['monetary', 'currency', 'Currency'],
    ['daterange', 'until', 'End'],
    ['timerange', 'until', 'End'],
  ])('of the type %s have two columns', (type, part, head) => {
    const columns = columnsOf(kind(), [], fieldsOf([field({ type })]))
    expect(columns.map(({ id }) => id)).toEqual(['custom:abc', `custom:abc#${part}`])
    expect(heads(columns)).toEqual(['Deal - Own', `Deal - Own - ${head}`])
    expect(cells(columns, { custom_fields: { abc: { value: 5, [part]: 'z' } } })).toEqual([5, 'z'])
    expect(cells(columns, { custom_fields: { abc: null } })).toEqual([null, undefined])
  })

  test('with options show what people read', () => {
    const columns = columnsOf(kind(), [], fieldsOf([field({ options: [option(1, 'One'), option(2, 'Two')] })]))
    expect(cells(columns, { custom_fields: { abc: 2 } })).toEqual(['Two'])
    expect(cells(columns, { custom_fields: { abc: [1, 2, 9] } })).toEqual(['One, Two, 9'])
    expect(cells(columns, { custom_fields: { abc: 9 } })).toEqual([9])
    expect(cells(columns, { custom_fields: { abc: '1' } })).toEqual(['1'])
  })
})

test('options of other fields are read the same', () => {
  const label = fieldsOf([], [field({ key: 'label', options: [option(3, 'Hot')] })])
  expect(cells(columnsOf(kind(), ['label'], label), { label: 3 })).toEqual(['Hot'])
})

test('addresses and numbers have a column for each label, the primary one first, others under Other', () => {
  const columns = columnsOf(kind(), ['emails', 'phones'], undefined)

  expect(columns.map(({ id }) => id)).toEqual([
    'emails#work',
    'emails#home',
    'emails#other',
    'phones#work',
    'phones#home',
    'phones#mobile',
    'phones#other',
  ])
  expect(heads(columns)[0]).toBe('Deal - Emails - Work')
  const record = {
    emails: [
      { value: 'a', label: 'work' },
      { value: 'b', label: 'Work', primary: true },
      { value: 'c', label: 'boat' },
      { value: 'd', label: null },
      { value: 'e' },
    ],
    phones: [
      { value: '1', label: 'mobile' },
      { value: '2', label: 'other' },
    ],
  }
  expect(cells(columns, record)).toEqual(['b, a', '', 'c, d, e', '', '', '1', '2'])
  expect(cells(columns, {})).toEqual(['', '', '', '', '', '', ''])
})

test('of prices the first has columns of its own', () => {
  const columns = columnsOf(kind(), ['prices'], undefined)
  expect(columns.map(({ id, head }) => [id, head])).toEqual([
    ['prices#price', 'Deal - Unit price'],
    ['prices#currency', 'Deal - Currency'],
    ['prices', 'Deal - Prices'],
  ])
  const prices = [
    { price: 5, currency: 'EUR' },
    { price: 6, currency: 'USD' },
  ]
  expect(cells(columns, { prices })).toEqual([5, 'EUR', prices])
  expect(cells(columns, {})).toEqual([undefined, undefined, undefined])
  expect(cells(columns, { prices: [] })).toEqual([undefined, undefined, []])
})

test('a cell holds a list in one line, the value of what has one, and other things as they are', () => {
  const columns = columnsOf(kind(), ['x'], undefined)
  expect(cells(columns, { x: ['a', 'b'] })).toEqual(['a, b'])
  expect(cells(columns, { x: [{ a: 1 }] })).toEqual([[{ a: 1 }]])
  expect(cells(columns, { x: ['a', { a: 1 }] })).toEqual([['a', { a: 1 }]])
  expect(cells(columns, { x: { value: 4, more: 1 } })).toEqual([4])
  expect(cells(columns, { x: { more: 1 } })).toEqual([{ more: 1 }])
  expect(cells(columns, { x: null })).toEqual([null])
  expect(cells(columns, { x: 'value' })).toEqual(['value'])
})

test('a file goes on with the columns it began with', () => {
  const columns = columnsOf(kind(), ['id', 'title'], undefined)
  const [title, gone] = sameColumns(columns, ['title', 'custom:gone'])
  expect(title).toBe(columns[1])
  expect([gone?.id, gone?.head, gone?.cell({ 'custom:gone': 1 }, () => 'x')]).toEqual([
    'custom:gone',
    'custom:gone',
    null,
  ])
})
