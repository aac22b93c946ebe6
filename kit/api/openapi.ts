import type { TSchema } from 'typebox'
import type { Api } from './api.ts'
import type { Operation } from './operation.ts'

/** The OpenAPI 3.1 document of an API. Schemas are JSON Schema already; named ones are written once. */
export function openApiOf(api: Api<never, never> | Api<unknown, never>, origin: string) {
  const schemas: Record<string, unknown> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of api.operations) {
    const path = paths[operation.path] ?? {}
    paths[operation.path] = path
    path[operation.method.toLowerCase()] = describe(api, operation, schemas)
  }
  return {
    openapi: '3.1.0',
    info: { title: api.title, version: api.version, description: api.description },
    servers: api.prefixes.map(prefix => ({ url: origin + prefix })),
    paths,
    components: { securitySchemes: api.securitySchemes, schemas },
  }
}

function describe(
  api: Api<never, never> | Api<unknown, never>,
  operation: Operation,
  schemas: Record<string, unknown>,
) {
  return {
    operationId: operationId(operation),
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    tags: [operation.tag],
    ...(operation.deprecated && { deprecated: true }),
    security: operation.signIn === 'none' ? [] : security(api, operation),
    parameters: [
      ...parameters('path', operation.params, schemas),
      ...parameters('query', operation.query, schemas),
      ...(operation.ifMatch ? [IF_MATCH] : []),
      ...(operation.isEventStream ? [LAST_EVENT_ID] : []),
    ],
    ...(operation.body && { requestBody: requestBody(operation, operation.body, schemas) }),
    responses: {
      [operation.status]: {
        description: 'Success',
        content: successContent(api, operation, schemas),
      },
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: hoist(api.envelope.failureSchema, schemas) } },
      },
    },
    'x-token-cost': operation.cost,
    ...(operation.rights.length > 0 && { 'x-rights': operation.rights }),
  }
}

function successContent(
  api: Api<never, never> | Api<unknown, never>,
  operation: Operation,
  schemas: Record<string, unknown>,
) {
  if (operation.isEventStream) return { 'text/event-stream': { schema: hoist(operation.reply, schemas) } }
  return { 'application/json': { schema: hoist(bodySchema(api, operation), schemas) } }
}

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The id of the last event that was received: the stream goes on behind it',
  schema: { type: 'string' },
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the version the change is made on; 412 when the record has changed since',
  schema: { type: 'string' },
}

/** The schema of the whole success body. */
export function bodySchema(api: Api<never, never> | Api<unknown, never>, operation: Operation): TSchema {
  return operation.whole ? operation.reply : api.envelope.schema(operation)
}

function security(api: Api<never, never> | Api<unknown, never>, operation: Operation) {
  const schemes = Object.entries(api.securitySchemes).map(([name, scheme]) => ({
    [name]: scheme.type === 'oauth2' ? operation.scopes : [],
  }))
  return operation.signIn === 'optional' ? [{}, ...schemes] : schemes
}

function requestBody(operation: Operation, body: TSchema, schemas: Record<string, unknown>) {
  const type = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    multipart: 'multipart/form-data',
    raw: 'application/octet-stream',
  }
  return { content: { [type[operation.bodyKind]]: { schema: hoist(body, schemas) } } }
}

function parameters(where: 'path' | 'query', shape: TSchema, schemas: Record<string, unknown>) {
  const { properties = {}, required = [] } = shape as { properties?: Record<string, TSchema>; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...describeList(schema),
    schema: hoist(schema, schemas),
  }))
}

function describeList(schema: TSchema) {
  const { commaSeparated, description } = schema as { commaSeparated?: boolean; description?: string }
  return { ...(commaSeparated && { style: 'form', explode: false }), ...(description && { description }) }
}

/** Moves named schemas (`$id`) into the components and leaves references; drops our own keywords. */
function hoist(schema: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map(part => hoist(part, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $id, commaSeparated: _, ...rest } = schema as Record<string, unknown>
  if (typeof $id !== 'string') return mapValues(rest, part => hoist(part, schemas))
  if (!($id in schemas)) {
    schemas[$id] = {}
    schemas[$id] = mapValues(rest, part => hoist(part, schemas))
  }
  return { $ref: `#/components/schemas/${$id}` }
}

function mapValues(record: Record<string, unknown>, change: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}

/** `POST /deals/{id}/followers` → `postDealsByIdFollowers` */
function operationId({ method, path }: Operation): string {
  const words = path
    .split('/')
    .filter(Boolean)
    .map(part => (part.startsWith('{') ? `by-${part.slice(1, -1)}` : part))
  return [method.toLowerCase(), ...words].join('-').replace(/[-_.](\w)/g, (_, letter: string) => letter.toUpperCase())
}
