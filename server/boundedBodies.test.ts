import { REQUEST_LIMITS } from '@portico/kit/http/requestLimits'
import { expect, test } from 'vitest'
import { startTestServer } from './testing/startTestServer.ts'

/*
 * Whatever a caller may store has a length: every list a body declares says how many items it takes, every text how long
 * it may be, every object with free keys how many. What is longer is refused with 400, naming the field.
 */

const { server } = await startTestServer()
const apis = server.products.flatMap(product => product.apis.map(served => served.api))
const bodies = apis.flatMap(api =>
  api.operations.flatMap(({ name, body }) => (body ? [[`${api.name} ${name}`, body] as const] : [])),
)

/** Values of free keys are read by something else than the schema. */
const READ_ELSEWHERE = new Map([
  ['custom_fields.*', 'read by the type of the field (`crm/base/fields/types.ts`)'],
  ['rows[].values.*', 'read as the body of an update (`crm/across/rows`)'],
  ['action.change.*', 'read as the body of an update (`crm/across/bulk`)'],
  ['records[].*', 'read as the body of an add or an update (`crm/upsert`)'],
])

test('there are bodies to look at', () => expect(bodies.length).toBeGreaterThan(100))

test.each(bodies)('%s takes nothing without a bound', (_, body) => {
  expect(unbounded(body, '')).toEqual([])
})

test('no object may have more keys than JSON may bring', () => {
  const widest = bodies.flatMap(([, body]) =>
    [...JSON.stringify(body).matchAll(/"maxProperties":(\d+)/g)].map(([, most]) => Number(most)),
  )
  expect(Math.max(...widest)).toBeLessThan(REQUEST_LIMITS.jsonKeys)
})

test('a list, a text, free keys and anything at all are noticed', () => {
  expect(unbounded({ type: 'array', items: { type: 'string', maxLength: 1 } }, 'a')).toEqual(['a: list'])
  expect(unbounded({ type: 'object', properties: { b: { anyOf: [{ type: 'string' }] } } }, '')).toEqual(['b: text'])
  expect(unbounded({ type: 'object', patternProperties: { '^.*$': { type: 'null' } } }, 'c')).toEqual(['c: free keys'])
  expect(unbounded({}, 'd')).toEqual(['d: anything'])
})

interface Schema {
  type?: string
  format?: string
  pattern?: string
  anyOf?: Schema[]
  enum?: unknown
  const?: unknown
  maxItems?: number
  maxLength?: number
  maxProperties?: number
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
}

/** The paths of a schema that take as much as a body can hold. */
function unbounded(schema: Schema, path: string): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap(branch => unbounded(branch, path))
  if (schema.enum !== undefined || schema.const !== undefined) return []
  if (schema.type === 'array')
    return [...(schema.maxItems === undefined ? [`${path}: list`] : []), ...unbounded(schema.items ?? {}, `${path}[]`)]
  if (schema.type === 'object') return unboundedIn(schema, path)
  if (schema.type === 'string') return isShort(schema) ? [] : [`${path}: text`]
  if (schema.type !== undefined || READ_ELSEWHERE.has(path)) return []
  return [`${path}: anything`]
}

function unboundedIn({ properties = {}, patternProperties = {}, maxProperties }: Schema, path: string): string[] {
  const below = (name: string) => (path ? `${path}.${name}` : name)
  const named = Object.entries(properties).flatMap(([name, schema]) => unbounded(schema, below(name)))
  const free = Object.values(patternProperties).flatMap(schema => unbounded(schema, below('*')))
  const isFree = Object.keys(patternProperties).length > 0 && maxProperties === undefined
  return [...(isFree ? [`${path}: free keys`] : []), ...named, ...free]
}

/** A date or an id has one length; the bytes of a file are counted as they come in. */
function isShort({ maxLength, format, pattern }: Schema): boolean {
  return maxLength !== undefined || ['uuid', 'date', 'binary'].includes(format ?? '') || pattern === '^[0-9A-Fa-f]{6}$'
}
