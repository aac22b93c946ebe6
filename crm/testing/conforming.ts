import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { bodySchema } from '@portico/kit/api/openapi'
import type { Operation } from '@portico/kit/api/operation'
import type { ServedApi } from '@portico/kit/api/serveApi'
import { faults, isValid } from '@portico/kit/api/validate'
import type { TSchema } from 'typebox'

/**
 * The same API, holding every success against the shape its operation declares. A reply that does not match becomes
 * a 500 that says what is wrong, and is given to `found`, for tests that do not look at this reply.
 */
export function conforming(served: ServedApi, found: (mismatch: string) => void): ServedApi {
  const operations = new Map(served.api.operations.map((operation: Operation) => [operation.name, operation]))
  return {
    ...served,
    async handle(call) {
      const reply = await served.handle(call)
      const operation = operations.get(reply.operation)
      // A selector cuts the reply down to the fields the caller wants.
      if (reply.failure || !operation || !isJson(reply.response) || /(\)|%29)$/i.test(call.pathname)) return reply
      const wrong = mismatches(declaredReply(served, operation), await bodyOf(reply.response.clone()))
      if (wrong.length === 0) return reply
      const error = `${served.api.name} ${reply.operation} answered what it does not declare: ${wrong.slice(0, 8).join('; ')}`
      found(error)
      return { ...reply, response: Response.json({ success: false, error, errorCode: 500 }, { status: 500 }) }
    },
  }
}

/** Compiling a schema takes longer than a call: one for all test files of a process. */
const replies = new WeakMap<Operation, TSchema>()

function declaredReply({ api }: ServedApi, operation: Operation): TSchema {
  const known = replies.get(operation)
  if (known) return known
  const schema = bodySchema(api, operation)
  replies.set(operation, schema)
  return schema
}

async function bodyOf(response: Response): Promise<unknown> {
  const encoding = response.headers.get('content-encoding')
  if (!encoding) return response.json()
  const bytes = new Uint8Array(await response.arrayBuffer())
  return JSON.parse((encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString())
}

function isJson(response: Response): boolean {
  return response.status !== 204 && (response.headers.get('content-type') ?? '').startsWith('application/json')
}

function mismatches(schema: TSchema, body: unknown): string[] {
  return isValid(schema, body) ? undeclared(schema, body, '') : faults(schema, body)
}

/** Fields of a valid value that its schema does not know. */
function undeclared(schema: object, value: unknown, path: string): string[] {
  const { anyOf, items, properties, additionalProperties } = schema as {
    anyOf?: TSchema[]
    items?: TSchema
    properties?: Record<string, TSchema>
    additionalProperties?: boolean | TSchema
  }
  if (anyOf) return leastOf(anyOf.filter(branch => isValid(branch, value)).map(one => undeclared(one, value, path)))
  if (Array.isArray(value)) return items ? value.flatMap((item, at) => undeclared(items, item, `${path}.${at}`)) : []
  if (typeof value !== 'object' || value === null || !properties) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const declared = properties[key]
    if (declared) return undeclared(declared, part, `${path}.${key}`)
    return additionalProperties ? [] : [`${path}.${key} is not declared`]
  })
}

function leastOf(lists: string[][]): string[] {
  return lists.reduce((least, list) => (list.length < least.length ? list : least), lists[0] ?? [])
}
