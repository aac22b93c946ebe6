import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field, Fields } from './catalog.ts'
import { CUSTOM_TYPES, type CustomType, PARTS } from './types.ts'
import { customFromV1, flatten } from './v1/flat.ts'
import { customFromV2 } from './values.ts'

const OPTIONS = [11, 12, 13, 14].map(id => ({ id, label: String(id), color: null }))

function fieldOf(type: CustomType): Field {
  return { id: 1, key: 'a'.repeat(40), slug: 'a_field', name: type, type, isCustom: true, options: OPTIONS }
}

function fieldsOf(field: Field): Fields {
  return {
    custom: [field],
    byKey: new Map([[field.key, field]]),
    bySlug: new Map([[field.slug, field]]),
    required: [],
    deletedKeys: [],
    blank: '',
  }
}

const text = fc.string({ minLength: 1, maxLength: 255, unit: 'grapheme' }).filter(given => given.length <= 255)
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map(given => (Object.is(given, -0) ? 0 : given))
const id = fc.integer({ min: 1, max: 1e9 })
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const clock = fc.integer({ min: 0, max: 86_399 }).map(seconds => new Date(seconds * 1000).toISOString().slice(11, 19))
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const zone = { timezone_id: orNull(fc.integer({ min: 1, max: 600 })), timezone_name: orNull(text) }

/** Values as the database keeps them and v2 shows them. */
const TYPED: Record<CustomType, fc.Arbitrary<unknown>> = {
  varchar: text,
  varchar_auto: text,
  phone: text,
  text: fc.string({ minLength: 1, maxLength: 2000 }),
  double: number,
  date: day,
  user: id,
  org: id,
  people: id,
  visible_to: fc.constantFrom(1, 3, 5, 7),
  enum: fc.constantFrom(11, 12, 13, 14),
  set: fc.uniqueArray(fc.constantFrom(11, 12, 13, 14), { minLength: 1 }),
  monetary: fc.record({ value: number, currency: fc.constantFrom('EUR', 'USD', 'JPY') }),
  daterange: fc.tuple(day, orNull(day)).map(([one, other]) => {
    const [value = one, until = null] = other === null ? [one] : [one, other].sort()
    return { value, until }
  }),
  time: fc.record({ value: clock, ...zone }),
  timerange: fc.record({ value: clock, until: orNull(clock), ...zone }),
  address: fc.record({
    value: text,
    ...Object.fromEntries((PARTS.address ?? []).map(([part]) => [part, orNull(text)])),
  }),
}

/** Values that are wrong in v2, whatever the type makes of them elsewhere. */
const WRONG: Record<CustomType, unknown[]> = {
  varchar: [true, {}, [], 5, 'x'.repeat(256)],
  varchar_auto: [true, {}, 'x'.repeat(256)],
  phone: [{}, 'x'.repeat(256)],
  text: [{}, 'x'.repeat(65_536)],
  double: ['many', {}, true, '', '1.5'],
  date: ['2026-02-30', '1.3.2026', '0000-01-01', 5, {}],
  user: [0, -1, 1.5, 'me', '1', {}],
  org: [0, 'x'],
  people: [0, 'x'],
  visible_to: [0, 2, 'x'],
  enum: [99, 'red', '11', []],
  set: [[], [99], [11, 'x'], ['11'], '11', 11, 'x', {}],
  monetary: [
    5,
    { value: 5 },
    { value: 'x', currency: 'EUR' },
    { value: '5', currency: 'EUR' },
    { value: 5, currency: 'euro' },
    { value: 1, currency: 'EUR', vat: 2 },
  ],
  daterange: ['2026-01-01', { value: '2026-01-02', until: '2026-01-01' }, { until: '2026-01-01' }],
  time: ['14:30', { value: '25:00' }, { value: '14:30', zone: 'x' }],
  timerange: [{ value: '14:30', until: 'late' }, {}],
  address: [5, {}, { value: 'x', planet: 'Earth' }, { value: 'x'.repeat(256) }],
}

describe.each(CUSTOM_TYPES)('%s', type => {
  const field = fieldOf(type)
  const fields = fieldsOf(field)

  test('what is written in v2 is read in v1, and written there is read in v2 again', () => {
    fc.assert(
      fc.property(TYPED[type], value => {
        const stored = customFromV2(fields, { [field.key]: value }).set
        expect(stored).toEqual({ [field.key]: value })

        const flat = flatten(fields, stored)
        const again = customFromV1(fields, flat).set

        expect(again).toEqual(stored)
        expect(flatten(fields, again)).toEqual(flat)
      }),
      { numRuns: 60 },
    )
  })

  test('the name of the field is as good as its key, and null clears in both versions', () => {
    const [value] = fc.sample(TYPED[type], 1)
    expect(customFromV2(fields, { a_field: value }).set).toEqual(customFromV2(fields, { [field.key]: value }).set)
    const cleared = { set: {}, clear: [field.key] }
    expect(customFromV2(fields, { [field.key]: null })).toMatchObject(cleared)
    expect(customFromV1(fields, { [field.key]: null })).toMatchObject(cleared)
    expect(customFromV1(fields, { [field.key]: '' })).toMatchObject(cleared)
    expect(customFromV1(fields, { [field.key]: [] })).toMatchObject(cleared)
  })

  test('a wrong value is refused by the name of the field', () => {
    for (const value of WRONG[type])
      expect(() => customFromV2(fields, { [field.key]: value }), JSON.stringify(value).slice(0, 80)).toThrow(
        expect.objectContaining({
          status: 400,
          details: { field: expect.stringMatching(new RegExp(`^custom_fields\\.${field.key}`)) },
        }),
      )
  })

  test('whatever is sent, it is either kept or refused by name, and never half', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        try {
          customFromV2(fields, { [field.key]: value })
        } catch (error) {
          expect(error).toMatchObject({ status: 400, details: { field: expect.stringContaining(field.key) } })
        }
      }),
      { numRuns: 60 },
    )
  })
})

test('an unknown key is refused by name in v2 and ignored in v1', () => {
  const fields = fieldsOf(fieldOf('varchar'))
  fc.assert(
    fc.property(fc.string(), key => {
      fc.pre(key !== 'a_field' && key !== 'a'.repeat(40))
      expect(() => customFromV2(fields, { [key]: 'x' })).toThrow(
        expect.objectContaining({ status: 400, details: { field: `custom_fields.${key}` } }),
      )
      expect(customFromV1(fields, { [key]: 'x' })).toMatchObject({ set: {}, clear: [] })
    }),
  )
})

test('a part alone changes the value that is there and nothing when there is none', () => {
  const money = fieldOf('monetary')
  const fields = fieldsOf(money)
  const stored = { [money.key]: { value: 5, currency: 'EUR' } }
  expect(customFromV1(fields, { [`${money.key}_currency`]: 'USD' }, stored).set).toEqual({
    [money.key]: { value: 5, currency: 'USD' },
  })
  expect(customFromV1(fields, { [`${money.key}_currency`]: 'USD' }).set).toEqual({})
})

test('v1 takes numbers as text, text as numbers, and options in every form', () => {
  const written = (type: CustomType, value: unknown) => {
    const field = fieldOf(type)
    return customFromV1(fieldsOf(field), { [field.key]: value }).set[field.key]
  }
  expect(written('double', '1.5')).toBe(1.5)
  expect(written('varchar', 5)).toBe('5')
  expect(written('enum', '11')).toBe(11)
  for (const value of ['11,12', [11, 12], ['11', '12']]) expect(written('set', value)).toEqual([11, 12])
  expect(written('set', 11)).toEqual([11])
})

test('v1: a value alone leaves its parts, but an address forgets those of the one before', () => {
  const key = 'a'.repeat(40)
  const change = (type: CustomType, body: object, stored: object) =>
    customFromV1(fieldsOf(fieldOf(type)), { ...body }, { [key]: stored }).set[key]

  expect(change('monetary', { [key]: 7 }, { value: 5, currency: 'EUR' })).toEqual({ value: 7, currency: 'EUR' })
  const range = { value: '2026-01-01', until: '2026-02-01' }
  expect(change('daterange', { [key]: '2026-01-05' }, range)).toEqual({ ...range, value: '2026-01-05' })
  expect(change('daterange', { [`${key}_until`]: '' }, range)).toEqual({ ...range, until: null })
  expect(change('address', { [key]: 'B' }, { value: 'A', locality: 'Town' })).toMatchObject({ locality: null })
})

test('v1 names a wrong part as the caller wrote it', () => {
  const key = 'a'.repeat(40)
  const fields = fieldsOf(fieldOf('daterange'))
  const backwards = { [key]: '2026-01-02', [`${key}_until`]: '2026-01-01' }
  expect(() => customFromV1(fields, backwards)).toThrow(expect.objectContaining({ details: { field: `${key}_until` } }))
})

test('a set names each option once, in one look at each, and no more of them than a field can have', () => {
  let looks = 0
  const options = Array.from({ length: 1_000 }, (_, at) => ({
    get id() {
      looks++
      return at + 1
    },
    label: 'Option',
    color: null,
  }))
  const field = { ...fieldOf('set'), options }
  const ids = options.map((_, at) => at + 1)

  expect(customFromV2(fieldsOf(field), { [field.key]: [...ids, ...ids] }).set).toEqual({ [field.key]: ids })
  expect(looks).toBe(1_000)
  for (const read of [customFromV2, customFromV1])
    expect(() => read(fieldsOf(field), { [field.key]: Array(10_001).fill(1) })).toThrow(
      'may name 10000 options at most',
    )
  expect(() => customFromV1(fieldsOf(field), { [field.key]: '1,'.repeat(400_000) })).toThrow('may name 10000 options')
})
