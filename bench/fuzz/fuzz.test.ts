import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isValid } from '@portico/kit/api/validate'
import type { TSchema } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import { chanceOf } from './chance.ts'
import { type DocumentedOperation, operationsOf, type Schema } from './document.ts'
import { fuzz } from './fuzz.ts'
import { openKnownIds } from './knownIds.ts'
import { makeCall } from './makeCall.ts'
import { fittingValue } from './values.ts'
import { MANNERS } from './wrongValues.ts'

const THING: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 20 },
    day: { type: 'string', format: 'date' },
    size: { anyOf: [{ type: 'integer', minimum: 3, maximum: 5 }, { type: 'null' }] },
    kinds: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 },
  },
  required: ['name', 'kinds'],
}
const DOCUMENT = {
  servers: [{ url: 'http://localhost/toy' }],
  paths: {
    '/things/{id}': {
      put: {
        parameters: [{ name: 'id', in: 'path' as const, required: true, schema: { type: 'integer' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } as Schema } } },
        responses: {
          '200': { content: { 'application/json': { schema: { type: 'object', required: ['data'] } } } },
          default: { content: { 'application/json': { schema: { type: 'object', required: ['error'] } } } },
        },
      },
    },
  },
  components: { schemas: { Thing: THING } },
}

test('a value that shall fit fits', () => {
  const making = (seed: number) => ({ chance: chanceOf(seed), ids: openKnownIds() })

  const made = Array.from({ length: 200 }, (_, seed) => fittingValue(THING, making(seed)))

  expect(made.filter(value => !isValid(THING as TSchema, value))).toEqual([])
})

test('the same seed makes the same calls, another one makes others', () => {
  const [operation] = operationsOf('toy', DOCUMENT) as [DocumentedOperation]
  const calls = (seed: number) =>
    Array.from({ length: 30 }, (_, at) =>
      makeCall(operation, MANNERS[at % 3] ?? 'fitting', { chance: chanceOf(seed * 1_000 + at), ids: openKnownIds() }),
    )

  expect(calls(1)).toEqual(calls(1))
  expect(calls(1)).not.toEqual(calls(2))
})

test('ids of records that were answered are used where an address or a field names their kind', () => {
  const ids = openKnownIds()
  ids.learn('/v2/persons?limit=2', { data: [{ id: 41 }] })

  expect([ids.pick('persons', chanceOf(1)), ids.pick('person_id', chanceOf(1))]).toEqual([41, 41])
  expect(ids.pick('deal_id', chanceOf(1))).toBeUndefined()
})

test.each([
  ['an error of the server', 500, '{"error":"oh"}', 'answered 500'],
  ['a success outside its shape', 200, '{}', 'answered 200 outside its shape'],
  ['a refusal outside its shape', 400, '{}', 'answered 400 outside its shape'],
  ['another success than the document says', 201, '{"data":1}', 'answered 201, its document says 200'],
  ['JSON that cannot be read', 200, '{"data":', 'cannot be read'],
  ['a connection that is closed', 0, '', ''],
])('%s is a fault', async (_, status, text, fault) => {
  const done = await fuzzed(status, text)

  expect(done.faults).toEqual(Array(6).fill(expect.stringContaining(fault)))
})

test('what the document says is none', async () => {
  const done = await fuzzed(200, '{"data":{"id":7}}')

  expect(done.faults).toEqual([])
  expect([...done.statuses]).toEqual([[200, 6]])
})

async function fuzzed(status: number, text: string) {
  const server = createServer((_, reply) => {
    if (status === 0) return reply.destroy()
    return reply.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const caller = { headers: {}, ids: openKnownIds() }
  const operations = operationsOf('toy', DOCUMENT)
  return fuzz({ origin, operations, calls: 6, seed: 1, atOnce: 2, caller: () => Promise.resolve(caller) })
}
