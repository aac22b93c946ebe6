import { readFile, writeFile } from 'node:fs/promises'
import { operationsTable } from '@portico/kit/api/operationsTable'
import { packageFolder } from '@portico/kit/files/packageFolder'
import { sendRequest } from '@portico/kit/testing/sendRequest'
import { describe, expect, test } from 'vitest'
import { jsonOf } from './testing/json.ts'
import { startTestServer } from './testing/startTestServer.ts'
import { createApiTokenWith } from './testing/tokens.ts'

const { server, origin, sql } = await startTestServer()
const apis = server.products.flatMap(product => product.apis.map(served => served.api))
const operations = apis.flatMap(api => api.operations.map(operation => ({ api, operation })))
const named = operations.map(({ api, operation }) => [`${api.name} ${operation.name}`, api, operation] as const)

const filled = (path: string) => path.replace(/\{[^}]+\}/g, '1')
const call = (api: (typeof apis)[number], operation: { method: string; path: string }, headers = {}) =>
  sendRequest(`${origin}${api.prefixes[0]}${filled(operation.path)}`, { method: operation.method, headers })

test('operations.txt lists every operation', async () => {
  const path = packageFolder(import.meta.url, '..', 'operations.txt')
  const table = operationsTable(apis)
  if (process.env.UPDATE_OPERATIONS) await writeFile(path, table)

  const listed = await readFile(path, 'utf8').catch(() => '')
  expect(listed, 'run UPDATE_OPERATIONS=1 npx vitest run server/operations.test.ts').toBe(table)
})

describe('401 without a token', () => {
  test.each(named.filter(([, , operation]) => operation.signIn === 'required'))('%s', async (_, api, operation) => {
    const reply = await call(api, operation)

    expect(reply.status).toBe(401)
    expect(reply.headers.get('content-type')).toContain('application/json')
  })
})

describe('403 with every scope but the ones it takes', () => {
  const scoped = named.filter(([, api, operation]) => api.name.startsWith('crm') && operation.scopes.length > 0)

  test.each(scoped)('%s', async (_, api, operation) => {
    const others = Object.keys(api.scopes).filter(scope => !operation.scopes.includes(scope))
    const reply = await call(api, operation, { 'x-api-token': await createApiTokenWith(sql, others) })

    expect(reply.status).toBe(403)
  })
})

test.each(apis.map(api => [api.name, api] as const))('/openapi/%s.json lists every operation', async (name, api) => {
  const document = await jsonOf(await fetch(`${origin}/openapi/${name}.json`))
  const listed = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )

  expect(listed.sort()).toEqual(api.operations.map(operation => operation.name).sort())
})

test.each(apis.map(api => [api.name, api] as const))('404 of %s in its own envelope', async (_, api) => {
  const reply = await fetch(`${origin}${api.prefixes[0]}/no/such/thing/here`)

  expect(reply.status).toBe(404)
  const fields = api.name === 'market' ? ['data', 'time', 'method'] : ['success', 'error', 'errorCode']
  expect(Object.keys(await jsonOf(reply))).toEqual(expect.arrayContaining(fields))
})
