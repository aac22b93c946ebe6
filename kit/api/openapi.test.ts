import Type from 'typebox'
import { expect, test } from 'vitest'
import { toyApi, toyOperations } from '../testing/toyApi.ts'
import { openApiOf } from './openapi.ts'
import { operationsTable } from './operationsTable.ts'
import { named } from './schemas.ts'

test('a document describes each operation with its parameters, body, reply and security', () => {
  const document = openApiOf(toyApi(), 'http://here')

  expect(document.servers).toEqual([{ url: 'http://here/toy' }, { url: 'http://here/api/toy' }])
  expect(document.paths['/things/{id}']?.get).toMatchObject({
    operationId: 'getThingsById',
    security: [{ key: [] }],
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    responses: {
      200: {
        content: { 'application/json': { schema: { properties: { ok: {}, data: { properties: { id: {} } } } } } },
      },
    },
  })
  expect(document.paths['/things']?.post).toMatchObject({
    responses: { 201: {} },
    requestBody: { content: { 'application/json': {} } },
  })
  expect(document.paths['/open']?.get).toMatchObject({ security: [] })
})

test('a named schema is written once', () => {
  const Named = named('Box', Type.Object({ width: Type.Number() }))
  const operations = toyOperations.slice(0, 1).map(operation => ({ ...operation, reply: Type.Array(Named) }))

  const document = openApiOf({ ...toyApi(), operations }, '')

  expect(document.components.schemas).toEqual({
    Box: { type: 'object', required: ['width'], properties: { width: { type: 'number' } } },
  })
  expect(JSON.stringify(document.paths)).toContain('"$ref":"#/components/schemas/Box"')
})

test('the table has one line for each operation', () => {
  const lines = operationsTable([toyApi()]).trimEnd().split('\n')

  expect(lines).toHaveLength(toyOperations.length)
  expect(lines[0]).toMatch(/^GET {4}\/toy\/open +For everyone {2}\[public\]$/)
})
