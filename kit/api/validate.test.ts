import Type, { type TSchema } from 'typebox'
import { expect, test, vi } from 'vitest'
import { isFailure } from './failure.ts'
import { nullable, optional } from './schemas.ts'
import { faults, isValid, validate } from './validate.ts'

const Entry = Type.Object({ value: Type.String() })
const Body = Type.Object({
  emails: optional(nullable(Type.Array(Entry, { maxItems: 3 }))),
  groups: optional(Type.Array(Type.Object({ members: Type.Array(Entry, { maxItems: 2 }) }), { maxItems: 5 })),
})

test.each([
  ['emails', { emails: Array.from({ length: 4 }, () => ({ value: 1 })) }, 3],
  ['groups.1.members', { groups: [{ members: [] }, { members: [1, 2, 3] }] }, 2],
])('400 for a list that is too long, whatever is in it: %s', (field, body, most) => {
  const refused = refusalOf(body)

  expect(refused).toMatchObject({
    message: `${field} must not have more than ${most} items`,
    details: { field },
  })
})

test('400 naming the entry of a list that is not too long', () => {
  expect(refusalOf({ emails: [{ value: 'a' }, { value: 1 }] })).toMatchObject({ details: { field: 'emails.1.value' } })
})

const NOT_A_NUMBER = { value: 1 }
const Deep = Type.Object({
  rows: Type.Array(
    Type.Union([Type.Null(), Type.Union([Type.Array(nullable(Entry), { maxItems: 10_000 }), Type.String()])]),
    { maxItems: 10 },
  ),
  choice: optional(Type.Union([Type.Object({ a: Type.Integer() }), Type.Object({ b: Type.Integer() })])),
  named: optional(Type.Union([Type.Object({ b: Type.Integer() }), Type.String(), Type.Object({ a: Type.Integer() })])),
  prices: optional(Type.Record(Type.String(), Type.Integer(), { maxProperties: 2 })),
  marks: optional(Type.Record(Type.String({ pattern: '^x' }), Type.Integer())),
  absent: optional(Type.Integer()),
  constructor: optional(Type.Integer()),
  closed: optional(Type.Object({ a: optional(Type.Integer()) }, { additionalProperties: false })),
  sealed: optional(Type.Record(Type.String({ pattern: '^x' }), Type.Integer(), { additionalProperties: false })),
})

test.each([
  ['rows.1.2.value', { rows: [[], [null, { value: 'a' }, NOT_A_NUMBER, 7]] }, 'must be a string'],
  ['rows.0.1', { rows: [[null, 7]] }, 'must be an object or null'],
  ['rows.0', { rows: [7] }, 'must be null or an array or a string'],
  ['rows.0', { rows: [Array(10_001).fill(7)] }, 'must not have more than 10000 items'],
  ['rows', {}, 'is required'],
  ['rows.0.0.value', { rows: [[{}]] }, 'is required'],
  ['prices.b', { rows: [], prices: { a: 1, b: 'x' } }, 'must be an integer'],
  ['prices', { rows: [], prices: { a: 1, b: 'x', c: 'x' } }, 'must not have more than 2 properties'],
  ['closed.a', { rows: [], absent: undefined, closed: { a: 'x' } }, 'must be an integer'],
  ['closed.b', { rows: [], closed: { b: 1 } }, 'is not a field of this request'],
  ['marks.xa', { rows: [], marks: { other: 'x', xa: 'x' } }, 'must be an integer'],
  ['sealed.xa', { rows: [], sealed: { xa: 'x' } }, 'must be an integer'],
  ['sealed.other', { rows: [], sealed: { other: 1 } }, 'is not a field of this request'],
  ['choice.a', { rows: [], choice: { a: 'x' } }, 'must be an integer'],
  ['named', { rows: [], named: { a: 'x' } }, 'must have required properties b or a string'],
])('400 naming the first field that is wrong: %s', (field, body, message) => {
  expect(refusalOf(body, Deep)).toMatchObject({ message: `${field} ${message}`, details: { field } })
})

test('what follows the entry that is wrong is not looked at', () => {
  const read = vi.fn(() => 'a')
  const last = Object.defineProperty({}, 'value', { get: read, enumerable: true })

  expect(refusalOf({ rows: [[NOT_A_NUMBER, last]] }, Deep)).toMatchObject({ details: { field: 'rows.0.0.value' } })
  expect(read).not.toHaveBeenCalled()
})

function refusalOf(body: unknown, schema: TSchema = Body) {
  try {
    validate(schema, body)
  } catch (error) {
    if (isFailure(error)) return error
  }
  return undefined
}

test.each([
  [Type.Object({ kind: Type.Enum(['a', 'b']) }), { kind: 'c' }, 'kind must be one of a, b'],
  [Type.Object({ kind: Type.Literal('a') }), { kind: 'c' }, 'kind must be "a"'],
  [Type.Object({ day: Type.String({ format: 'date' }) }), { day: 'soon' }, 'day must be a date as YYYY-MM-DD'],
  [Type.Object({ name: Type.String({ pattern: '\\S' }) }), { name: ' ' }, 'name must not be blank'],
  [Type.Object({ name: Type.String({ pattern: '^x' }) }), { name: ' ' }, expect.not.stringContaining('blank')],
  [Type.Object({ name: Type.String() }), {}, 'name is required'],
  [
    Type.Object({ in: Type.Object({ 'a/b~c': Type.Integer() }) }),
    { in: { 'a/b~c': 'x' } },
    'in.a/b~c must be an integer',
  ],
  [Type.Object({ on: nullable(Type.Integer()) }), { on: 'x' }, 'on must be an integer or null'],
  [Type.Integer(), 'x', 'The request must be an integer'],
])('says what is wrong: %#', (schema, value, message) => {
  expect(() => validate(schema, value)).toThrow(expect.objectContaining({ code: 'invalid', message }))
})

test('names the part of the request where the whole of it is wrong', () => {
  expect(() => validate(Type.Integer(), 'x', 'body')).toThrow(
    expect.objectContaining({ message: 'body must be an integer', details: { field: 'body' } }),
  )
  expect(() => validate(Type.Integer(), 5, 'body')).not.toThrow()
})

test('names every fault of a reply, by the path to it', () => {
  const schema = Type.Object({ in: Type.Object({ 'a/b~c': Type.Integer() }), on: Type.Boolean() })

  expect(faults(schema, { in: { 'a/b~c': 'x' }, on: 1 })).toEqual(['in.a/b~c: must be integer', 'on: must be boolean'])
  expect(faults(schema, { in: { 'a/b~c': 1 }, on: true })).toEqual([])
  expect([isValid(Type.Integer(), 1), isValid(Type.Integer(), 'x')]).toEqual([true, false])
})
