import { openApiOf } from '@portico/kit/api/openapi'
import { describe, expect, test } from 'vitest'
import { marketApi } from './api/marketApi.ts'
import { openServices } from './openServices.ts'
import { operations } from './operations.ts'
import { startTestMarket } from './testing/startTestMarket.ts'

const market = await startTestMarket()
const user = await market.member()
const admin = await market.member({ permissionType: 1 })

const filled = (path: string) => path.replace(/\{(limit|skip)\}/g, '1').replace(/\{[^}]+\}/g, 'x')

describe('every operation', () => {
  const locked = operations.filter(operation => operation.signIn === 'required')

  test.each(locked.map(operation => [operation.name, operation] as const))('401 without a token: %s', async (_, op) => {
    const reply = await market.call(op.method, filled(op.path))

    expect(reply.status).toBe(401)
    expect(reply.data.error).toBeTruthy()
    expect(reply.method).toBe(`/api${filled(op.path)}`)
    expect(new Date(reply.time).toISOString()).toBe(reply.time)
  })

  const forAdmins = operations.filter(operation => operation.scopes.length > 0)

  test.each(forAdmins.map(operation => [operation.name, operation] as const))('403 for a user: %s', async (_, op) => {
    const reply = await market.call(op.method, filled(op.path), { token: user.token })

    expect(reply.status).toBe(403)
  })

  const forOwners = operations.filter(operation => operation.scopes.includes('owner'))

  test.each(forOwners.map(operation => [operation.name, operation] as const))('403 for an admin: %s', async (_, op) => {
    const reply = await market.call(op.method, filled(op.path), { token: admin.token })

    expect(reply.status).toBe(403)
  })

  const withBody = operations.filter(({ body, bodyKind }) => bodyKind === 'json' && required(body).length > 0)

  test.each(
    withBody.flatMap(operation => required(operation.body).map(field => [operation.name, field, operation] as const)),
  )('400 without %2$s: %1$s', async (_, field, op) => {
    const owner = await market.member({ permissionType: 2 })
    const reply = await market.call(op.method, filled(op.path), {
      body: Object.fromEntries(
        required(op.body)
          .filter(name => name !== field)
          .map(name => [name, sample(name)]),
      ),
      ...(op.signIn === 'required' && { token: owner.token }),
    })

    expect(reply.status).toBe(400)
    expect(reply.data.field).toBe(field)
  })

  test('is in the OpenAPI document', () => {
    const document = openApiOf(marketApi(openServices(market.options)), 'http://market.test')

    const listed = Object.values(document.paths).flatMap(path => Object.keys(path))
    expect(listed).toHaveLength(operations.length)
    expect(() => JSON.stringify(document)).not.toThrow()
  })
})

describe('the envelope', () => {
  test.each(['/auth', '/books', '/dashboard', '/auth/'])('%s is alive', async path => {
    const reply = await market.call('GET', path)

    expect(reply.status).toBe(200)
    expect(reply.data).toEqual({})
  })

  test('/user is alive and knows nobody', async () => {
    expect((await market.call('GET', '/user')).data).toEqual({ user: null })
  })

  test.each([
    '/nothing',
    '/books/getAllBoks',
    '/',
    '/books/getBooksNoToken/1',
  ])('404 in the envelope: %s', async path => {
    const response = await market.fetch(new Request(`http://market.test/api${path}`))
    const body = JSON.parse(await response.text())

    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(body).toEqual({
      data: { error: expect.any(String) },
      time: expect.any(String),
      method: expect.any(String),
    })
  })

  test('405 in the envelope for another method', async () => {
    const response = await market.fetch(new Request('http://market.test/api/books/getAllBooks', { method: 'DELETE' }))

    expect(response.status).toBe(405)
    expect(await response.json()).toMatchObject({ data: { error: expect.stringContaining('GET') } })
  })

  test('400 for a body that is not JSON', async () => {
    const response = await market.fetch(
      new Request('http://market.test/api/auth/login', {
        method: 'POST',
        body: '{"emailAddress": ',
        headers: { 'content-type': 'application/json' },
      }),
    )

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ data: { error: expect.any(String) } })
  })
})

function required(schema: object | undefined): string[] {
  return (schema as { required?: string[] } | undefined)?.required ?? []
}

function sample(name: string): unknown {
  return SAMPLES[name] ?? 'x'
}

const SAMPLES: Record<string, unknown> = { edition: 1, price: 10, status: 0, books: [], emailAddress: 'a@b.edu' }
