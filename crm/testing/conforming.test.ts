import type { Call } from '@portico/kit/api/api'
import { operationsOf } from '@portico/kit/api/operation'
import { optional } from '@portico/kit/api/schemas'
import { serveApi } from '@portico/kit/api/serveApi'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { crmEnvelope } from '../base/api/envelope.ts'
import { conforming } from './conforming.ts'

/** Answers a call with the given data, as an operation that declares `{ id, name? }` or null. */
async function answer(data: unknown) {
  const get = operationsOf<undefined>('toy')({
    route: 'GET /thing',
    summary: 'Get the thing',
    signIn: 'none',
    reply: Type.Union([Type.Object({ id: Type.Integer(), name: optional(Type.String()) }), Type.Null()]),
    run: async () => data as never,
  })
  const served = serveApi({
    name: 'toy',
    title: 'Toy',
    description: '',
    version: '1',
    prefixes: ['/toy'],
    operations: [get],
    scopes: {},
    securitySchemes: {},
    strictBodies: true,
    envelope: crmEnvelope('http://portico.test'),
    signIn: async () => undefined,
    admit: () => undefined,
    perform: (operation, input) => operation.run(input, undefined),
  })
  const found: string[] = []
  const call: Call = {
    request: new Request('http://portico.test/toy/thing'),
    pathname: '/toy/thing',
    path: '/thing',
    search: new URLSearchParams(),
    requestId: 'r',
    remoteAddress: '',
    receivedAt: new Date(0),
    headers: new Map(),
  }
  const { response } = await conforming(served, mismatch => found.push(mismatch)).handle(call)
  return { status: response.status, found }
}

test('a reply of its declared shape goes through', async () => {
  expect(await answer({ id: 1, name: 'One' })).toEqual({ status: 200, found: [] })
  expect(await answer(null)).toEqual({ status: 200, found: [] })
})

test('500 naming the field for one of another type, one that is missing, and one nobody declared', async () => {
  const wrong = await Promise.all([answer({ id: '1' }), answer({ name: 'x' }), answer({ id: 1, colour: 'red' })])

  expect(wrong.map(({ status }) => status)).toEqual([500, 500, 500])
  expect(wrong.map(({ found }) => found[0])).toEqual([
    expect.stringContaining('toy GET /thing answered what it does not declare: data.id: must be integer'),
    expect.stringContaining('data: must have required properties id'),
    expect.stringContaining('.data.colour is not declared'),
  ])
})
