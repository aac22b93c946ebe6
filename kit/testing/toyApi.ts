import Type from 'typebox'
import type { Api } from '../api/api.ts'
import { failure } from '../api/failure.ts'
import { operationsOf } from '../api/operation.ts'
import { listOf, nullable, oneOf, optional } from '../api/schemas.ts'

export interface ToyContext {
  name: string
}

const toy = operationsOf<ToyContext>('toy')

/** A small API over nothing, for tests of what all APIs share. */
export const toyOperations = [
  toy({
    route: 'GET /things/{id}',
    summary: 'Get a thing',
    scopes: ['things'],
    params: { id: Type.Integer({ minimum: 1 }) },
    reply: Type.Object({ id: Type.Integer(), for: Type.String() }),
    async run({ params }, { name }) {
      if (params.id === 404) throw failure('missing', 'Thing not found')
      if (params.id === 500) throw new Error('the secret is swordfish')
      return { id: params.id, for: name }
    },
  }),
  toy({
    route: 'GET /things/all',
    summary: 'List things',
    query: {
      limit: optional(Type.Integer({ minimum: 1, maximum: 10, default: 5 })),
      ids: optional(listOf(Type.Integer())),
      flag: optional(Type.Boolean()),
      kind: optional(oneOf(['a', 'b'])),
    },
    reply: Type.Object({ query: Type.Record(Type.String(), Type.Unknown()) }),
    run: async ({ query }) => ({ query }),
  }),
  toy({
    route: 'POST /things',
    summary: 'Add a thing',
    body: { name: Type.String({ minLength: 1 }), size: optional(nullable(Type.Number())) },
    reply: Type.Object({ body: Type.Unknown() }),
    status: 201,
    run: async ({ body }) => ({ body }),
  }),
  toy({
    route: 'POST /things/{id}/ping',
    summary: 'A POST without a body',
    params: { id: Type.Integer() },
    reply: Type.Object({ pinged: Type.Integer() }),
    run: async ({ params }) => ({ pinged: params.id }),
  }),
  toy({
    route: 'GET /open',
    summary: 'For everyone',
    signIn: 'none',
    reply: Type.Object({ open: Type.Boolean() }),
    run: async () => ({ open: true }),
  }),
]

export function toyApi(options: { strict?: boolean } = {}): Api<string, ToyContext> {
  return {
    name: 'toy',
    title: 'Toy',
    description: 'For tests',
    version: '1',
    prefixes: ['/toy', '/api/toy'],
    operations: toyOperations,
    scopes: { things: 'Things' },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } },
    strictBodies: options.strict ?? true,
    async signIn({ request }) {
      return request.headers.get('x-key') ?? undefined
    },
    admit: () => undefined,
    perform: (operation, input, caller) => operation.run(input, { name: caller ?? 'nobody' }),
    envelope: {
      schema: operation => Type.Object({ ok: Type.Boolean(), data: operation.reply }),
      around: () => ['{"ok":true,"data":', '}'],
      failure: ({ message, status, details }) => ({ ok: false, error: message, status, field: details.field }),
      failureSchema: Type.Object({ ok: Type.Boolean(), error: Type.String() }),
    },
  }
}
