import Type from 'typebox'
import { describe, expect, test } from 'vitest'
import { coerce } from './coerce.ts'
import { listOf, nullable } from './schemas.ts'

const FLAG = Type.Integer({ minimum: 0, maximum: 1 })
const DAY = Type.String({ format: 'date' })
const ROW = Type.Object({ id: Type.Integer() })

describe('text becomes', () => {
  test.each([
    [Type.Integer(), '12', 12],
    [Type.Number(), '1.5', 1.5],
    [Type.Integer(), 'twelve', 'twelve'],
    [Type.Integer(), true, true],
    [Type.Boolean(), 'true', true],
    [Type.Boolean(), '1', true],
    [Type.Boolean(), 1, true],
    [Type.Boolean(), 'false', false],
    [Type.Boolean(), '0', false],
    [Type.Boolean(), 0, false],
    [Type.Boolean(), 'yes', 'yes'],
    [Type.String(), 5, '5'],
    [Type.String(), true, 'true'],
    [Type.String(), null, null],
    [Type.Null(), '', null],
    [Type.Null(), 'null', null],
    [Type.Null(), 'nothing', 'nothing'],
    [Type.Unknown(), '5', '5'],
    [FLAG, 'true', 1],
    [FLAG, true, 1],
    [FLAG, 'false', 0],
    [FLAG, false, 0],
    [FLAG, '1', 1],
    [FLAG, 'yes', 'yes'],
    [Type.Integer({ minimum: 0 }), true, true],
    [Type.Integer({ minimum: 1, maximum: 1 }), true, true],
    [Type.Integer({ minimum: 0, maximum: 2 }), true, true],
    [Type.Number({ minimum: 0, maximum: 1 }), true, true],
    [DAY, '2026-03-01 08:00:00', '2026-03-01'],
    [DAY, '2026-03-01T08:00:00Z', '2026-03-01'],
    [DAY, '2026-03-01', '2026-03-01'],
    [DAY, '2026-03-01 soon', '2026-03-01 soon'],
    [DAY, 'on 2026-03-01 08:00:00', 'on 2026-03-01 08:00:00'],
    [DAY, 20_260_301, 20_260_301],
    [Type.String(), '2026-03-01 08:00:00', '2026-03-01 08:00:00'],
    [Type.Array(ROW), '[{"id":"1"}, {"id":2}]', [{ id: 1 }, { id: 2 }]],
    [Type.Array(ROW), ' {"id":"1"}', [{ id: 1 }]],
    [Type.Array(ROW), '{"id":', ['{"id":']],
    [Type.Array(ROW), 'x{"id":1}', ['x{"id":1}']],
    [Type.Array(Type.String()), '[1]', ['[1]']],
    [ROW, '{"id":"1"}', { id: 1 }],
    [ROW, 5, 5],
    [ROW, '5', '5'],
    [ROW, '"{}"', '"{}"'],
    [Type.Record(Type.String(), Type.Integer()), { id: '1' }, { id: '1' }],
    [Type.Object({}), { id: '1' }, { id: '1' }],
  ])('%j of %j is %j', (schema, given, wanted) => {
    expect(coerce(schema, given)).toEqual(wanted)
  })
})

describe('a union', () => {
  test('leaves what fits one of its branches', () => {
    expect(coerce(Type.Union([Type.Integer(), Type.String()]), '5')).toBe('5')
  })

  test('takes the first branch that can be reached, or leaves the value', () => {
    expect(coerce(nullable(Type.Integer()), '5')).toBe(5)
    expect(coerce(nullable(Type.Integer()), 'null')).toBeNull()
    expect(coerce(nullable(Type.Integer()), 'x')).toBe('x')
  })
})

describe('an object', () => {
  const schema = Type.Object({ id: Type.Integer(), inner: Type.Object({ on: Type.Boolean() }) })

  test('is coerced field by field, unknown ones left', () => {
    expect(coerce(schema, { id: '3', inner: { on: '1' }, other: '4' })).toEqual({
      id: 3,
      inner: { on: true },
      other: '4',
    })
  })

  test('of another type is left for validation', () => {
    expect(coerce(schema, 'text')).toBe('text')
    expect(coerce(schema, null)).toBeNull()
    expect(coerce(schema, ['1'])).toEqual(['1'])
  })

  test('takes no schema from the prototype of its properties', () => {
    expect(coerce(Type.Object({}), { constructor: '5', toString: '6' })).toEqual({ constructor: '5', toString: '6' })
  })
})

describe('a list', () => {
  test('is made of one value, and of many', () => {
    expect(coerce(Type.Array(Type.Integer()), '5')).toEqual([5])
    expect(coerce(Type.Array(Type.Integer()), ['5', '6'])).toEqual([5, 6])
  })

  test('is split at commas only where the schema says so', () => {
    expect(coerce(Type.Array(Type.String()), 'a,b')).toEqual(['a,b'])
    expect(coerce(listOf(Type.Integer()), '1,2')).toEqual([1, 2])
    expect(coerce(listOf(Type.Integer()), ['1,2', 3])).toEqual([1, 2, 3])
  })

  test('of anything is left as it is', () => {
    expect(coerce({ type: 'array' } as never, '1,2')).toBe('1,2')
  })
})
