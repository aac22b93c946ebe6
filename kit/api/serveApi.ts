import type { TObject, TSchema } from 'typebox'
import { mostUploadBytes } from '../files/uploadLimits.ts'
import { isPacked, pack } from '../http/compress.ts'
import { answerOtherOrigin } from '../http/crossOrigin.ts'
import { formFields, readBody } from '../http/request.ts'
import { answered } from './answer.ts'
import type { Api, Call } from './api.ts'
import { asFailure } from './asFailure.ts'
import { coerce } from './coerce.ts'
import { type Failure, failure } from './failure.ts'
import { isRecord } from './isRecord.ts'
import { json, textAround, textOf } from './json.ts'
import type { Input, Operation } from './operation.ts'
import { routerOf } from './router.ts'
import { refuseUnstorable } from './storable.ts'
import { validate } from './validate.ts'

export interface ServedApi {
  readonly api: Api<unknown, never>
  handle(call: Call): Promise<Served>
  refuse(refused: Failure, call: Call): Response
}

/** A reply together with what the log and the metrics want to know about it. */
export interface Served {
  response: Response
  operation: string
  failure?: Failure
}

/** The life of a request inside an API: find, sign in, admit, parse, perform, envelope. */
export function serveApi<Caller, Context>(api: Api<Caller, Context>): ServedApi {
  refuseUnknownScopes(api)
  const router = routerOf(api.operations)

  async function handle(asked: Call): Promise<Served> {
    const call = api.rewritePath ? { ...asked, path: api.rewritePath(asked.path) } : asked
    if (api.requestIdHeader) call.headers.set(api.requestIdHeader, call.requestId)
    if (api.crossOrigin) {
      const preflight = answerOtherOrigin(api.crossOrigin, call)
      if (preflight) return { response: preflight, operation: 'preflight' }
    }
    let operation: Operation<Context> | undefined
    try {
      const found = router.find(call.request.method, call.path, call.pathname)
      operation = found.operation
      const caller = operation.signIn === 'none' ? undefined : await api.signIn(call)
      if (!caller && operation.signIn === 'required') throw failure('unauthenticated', 'Sign in to use this')
      // Awaited only where there is something to wait for: a turn of the event loop costs every call.
      const admission = api.admit(caller, operation, call)
      if (admission) await admission
      const input = await readInput(api, operation, found.params, call)
      const result = await api.perform(operation, input, caller, call)
      const response = success(operation, result, call)
      return { response: response instanceof Promise ? await response : response, operation: operation.name }
    } catch (error) {
      const refused = asFailure(error)
      return { response: refuse(refused, call, operation), operation: operation?.name ?? 'none', failure: refused }
    }
  }

  function success(operation: Operation<Context>, result: unknown, call: Call): Response | Promise<Response> {
    if (result instanceof Response) return withHeaders(result, call.headers)
    const { data, beside, headers, status } = answered(result)
    for (const name in headers) call.headers.set(name, headers[name] ?? '')
    if ((status ?? operation.status) === 204)
      return new Response(null, { status: 204, headers: Object.fromEntries(call.headers) })
    const [before, after] = operation.whole ? NOTHING_AROUND : api.envelope.around(beside, operation, call)
    const shownAs = operation.whole ? undefined : api.envelope.shownAs?.(call)
    const body = textAround(before, shownAs ? json(shownAs(textOf(data))) : data, after)
    if (isPacked(call.request, body)) return packedResponse(body, status ?? operation.status, call)
    return jsonResponse(body, status ?? operation.status, call.headers)
  }

  function refuse(refused: Failure, call: Call, operation?: Operation<Context>): Response {
    const { retryAfter, allowed } = refused.details
    if (retryAfter !== undefined) call.headers.set('retry-after', String(Math.ceil(retryAfter)))
    if (allowed !== undefined) call.headers.set('allow', allowed.join(', '))
    const body = api.envelope.failure(refused, call, operation)
    return jsonResponse(JSON.stringify(body), refused.status, call.headers)
  }

  return { api, handle, refuse }
}

const NOTHING_AROUND = ['', ''] as const

/** The body of an answer, in bytes where PostgreSQL has written it. */
type Body = string | Uint8Array<ArrayBuffer>

async function readInput<Caller, Context>(
  api: Api<Caller, Context>,
  operation: Operation<Context>,
  pathParams: Record<string, string>,
  call: Call,
): Promise<Input> {
  const params = fit(operation.params, pathParams)
  const query = fit(operation.query, withoutEmpty(operation.query, formFields(call.search)))
  const input = { params, query, body: await readInputBody(api, operation, call) }
  for (const part of Object.values(input)) refuseUnstorable(part)
  return input
}

async function readInputBody<Caller, Context>(
  api: Api<Caller, Context>,
  operation: Operation<Context>,
  call: Call,
): Promise<unknown> {
  if (operation.upload) call.bounds?.takeUpload(mostUploadBytes(operation.upload))
  if (operation.upload || operation.bodyKind === 'raw' || call.request.method === 'GET') return {}
  const sent = await readBody(call.request, operation)
  if (!operation.body) return {}
  const plain = api.unwrapBody ? api.unwrapBody(sent) : sent
  const given = plain === undefined || plain === null ? {} : plain
  const loose = !api.strictBodies || call.request.headers.get('content-type')?.includes('form-urlencoded')
  const body = loose ? coerce(operation.body, given) : given
  validate(operation.body, body, 'body')
  if (!api.strictBodies) return withoutUnknownFields(operation.body, body)
  refuseUnknownFields(operation.body, body)
  return body
}

/** Converts text to the types of a schema, fills in defaults, and checks the result. For paths, queries and forms. */
export function fit(schema: TSchema, given: Record<string, unknown>): Record<string, unknown> {
  const values = coerce(schema, given) as Record<string, unknown>
  for (const [name, fallback] of defaultsOf(schema)) if (values[name] === undefined) values[name] = fallback
  validate(schema, values)
  return values
}

const defaults = new WeakMap<TSchema, [string, unknown][]>()

function defaultsOf(schema: TSchema): [string, unknown][] {
  const known = defaults.get(schema)
  if (known) return known
  const { properties = {} } = schema as { properties?: Record<string, { default?: unknown }> }
  const read = Object.entries(properties).flatMap(([name, { default: fallback }]): [string, unknown][] => {
    return fallback === undefined ? [] : [[name, fallback]]
  })
  defaults.set(schema, read)
  return read
}

/** `?owner_id=` means no owner_id; an empty text is only a value where text is asked for. */
function withoutEmpty(schema: TObject, given: Record<string, string | string[]>): Record<string, unknown> {
  const kept = Object.entries(given).filter(([name, value]) => {
    if (value !== '') return true
    return Object.hasOwn(schema.properties, name) && (schema.properties[name] as { type?: string }).type === 'string'
  })
  return Object.fromEntries(kept)
}

/** Names the first field of a body that its schema does not know. For strict APIs. */
export function refuseUnknownFields(schema: object, body: unknown): void {
  const { properties, additionalProperties } = schema as { properties?: object; additionalProperties?: unknown }
  if (!properties || additionalProperties || typeof body !== 'object' || body === null) return
  const unknown = Object.keys(body).find(key => !Object.hasOwn(properties, key))
  if (unknown === undefined) return
  throw failure('invalid', `${unknown || '""'} is not a field of this request`, { field: unknown })
}

/** For APIs that take what they do not know: no operation is given it, which might store it under that name. */
function withoutUnknownFields(schema: object, body: unknown): unknown {
  const { properties, additionalProperties } = schema as { properties?: object; additionalProperties?: unknown }
  if (!properties || additionalProperties || !isRecord(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(properties, name)))
}

function refuseUnknownScopes(api: Api<never, never> | Api<unknown, never>) {
  for (const operation of api.operations)
    for (const scope of operation.scopes)
      if (!(scope in api.scopes)) throw new Error(`${api.name} ${operation.name} names an unknown scope: ${scope}`)
}

function jsonResponse(body: Body, status: number, headers: Map<string, string>): Response {
  headers.set('content-type', 'application/json; charset=utf-8')
  return new Response(body, { status, headers: Object.fromEntries(headers) })
}

async function packedResponse(body: Body, status: number, { request, headers }: Call): Promise<Response> {
  const { bytes, encoding } = await pack(request, body)
  headers.set('content-type', 'application/json; charset=utf-8')
  headers.set('content-encoding', encoding)
  headers.set('vary', 'accept-encoding')
  return new Response(bytes, { status, headers: Object.fromEntries(headers) })
}

function withHeaders(response: Response, headers: Map<string, string>): Response {
  for (const [name, value] of headers) if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}
