import { expect, test } from 'vitest'
import { leadFieldsFrom, leadPatch, leadShown } from './leadWire.ts'

const key = (letter: string) => letter.repeat(40)
const field = (field_code: string, field_type: string) => ({
  field_code,
  field_name: field_code,
  field_type,
  is_custom_field: field_code.length === 40,
  options: null,
})
const FIELDS = [
  field('title', 'varchar'),
  field(key('a'), 'set'),
  field(key('b'), 'monetary'),
  field(key('c'), 'enum'),
  field(key('d'), 'varchar'),
]
const lead = {
  id: 'b9c1',
  title: 'L',
  value: { amount: 5, currency: 'EUR' },
  visible_to: '3',
  [key('a')]: '1,2',
  [key('b')]: 7,
  [`${key('b')}_currency`]: 'USD',
  [key('c')]: '4',
}

test('a lead is shown as a record of v2: its worth, and fields of every kind that the company has', () => {
  expect(leadShown(lead, FIELDS)).toMatchObject({
    value: 5,
    currency: 'EUR',
    visible_to: 3,
    custom_fields: { [key('a')]: [1, 2], [key('b')]: { value: 7, currency: 'USD' }, [key('c')]: '4' },
  })
  expect(leadShown({ id: 'x', value: null }, FIELDS)).toMatchObject({ value: null, custom_fields: {} })
})

test('what is changed is sent as v1 takes it, and nothing else', () => {
  const shown = leadShown(lead, FIELDS)
  expect(leadPatch({ value: 9 }, shown, 'USD')).toEqual({ value: { amount: 9, currency: 'EUR' } })
  expect(leadPatch({ value: 9 }, leadShown({ id: 'x' }, []), 'USD')).toEqual({ value: { amount: 9, currency: 'USD' } })
  expect(leadPatch({ value: null }, shown, 'USD')).toEqual({ value: null })
  expect(leadPatch({ visible_to: 7, custom_fields: { [key('a')]: [3] } }, shown, 'USD')).toEqual({
    visible_to: '7',
    [key('a')]: [3],
  })
})

test('parts of fields are not fields of their own', () => {
  const of = (given: string, is_subfield: boolean) =>
    ({ key: given, name: given, field_type: 'varchar', is_subfield, options: null }) as never
  expect(leadFieldsFrom([of('title', false), of(key('b'), false), of(`${key('b')}_currency`, true)])).toMatchObject([
    { field_code: 'title', is_custom_field: false },
    { field_code: key('b'), is_custom_field: true },
  ])
})
