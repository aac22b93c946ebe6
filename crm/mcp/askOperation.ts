import type { Call } from '@portico/kit/api/api'
import { isRecord } from '@portico/kit/api/isRecord'
import type { Operation } from '@portico/kit/api/operation'
import type { ServedApi } from '@portico/kit/api/serveApi'
import type { TSchema } from 'typebox'

/** Calls an operation as the assistant's user. Throws the failure that the operation answers with. */
export type Ask = (
  api: string,
  route: string,
  given: Readonly<Record<string, unknown>>,
  options?: { dryRun?: boolean },
) => Promise<Reply>

export interface Reply {
  data: unknown
  additional_data?: unknown
}

/** What the assistant sent, and what it shows of who it is. */
export interface Asking {
  call: Call
  credential: Readonly<Record<string, string>>
  origin: string
}

export type FindOperation = (api: string, route: string) => { served: ServedApi; operation: Operation }

/** Looks operations up by API and route; one that is not there is a mistake in a tool. */
export function operationFinder(apis: readonly ServedApi[]): FindOperation {
  const known = new Map(
    apis.flatMap(served =>
      served.api.operations.map(operation => [`${served.api.name} ${operation.name}`, { served, operation }] as const),
    ),
  )
  return (api, route) => {
    const found = known.get(`${api} ${route}`)
    if (!found) throw new Error(`${api} has no operation ${route}`)
    return found
  }
}

/**
 * Every call goes the whole way of a request (sign-in, scopes, limits, rights, validation, change log), only without a
 * connection of its own: there is no second way to the data.
 */
export function askingAs(find: FindOperation, { call, credential, origin }: Asking): Ask {
  return async (api, route, given, { dryRun = false } = {}) => {
    const { served, operation } = find(api, route)
    const { path, search, body } = placed(operation, given)
    const pathname = `${served.api.prefixes[0]}${path}`
    const forwarded = call.request.headers.get('x-forwarded-for')
    const headers = {
      ...credential,
      ...(forwarded !== null && { 'x-forwarded-for': forwarded }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const request = new Request(`${origin}${pathname}?${search}`, {
      method: operation.method,
      headers,
      ...(body !== undefined && { body }),
    })
    const { requestId, remoteAddress } = call
    const asked = { request, pathname, path, search, requestId, remoteAddress, receivedAt: new Date(), dryRun }
    const { response, failure } = await served.handle({ ...asked, headers: new Map() })
    if (failure) throw failure
    const answer: unknown = await response.json()
    return isRecord(answer) ? { data: answer.data, additional_data: answer.additional_data } : { data: answer }
  }
}

/** Puts each input where the operation declares it. */
function placed({ method, path, params, body }: Operation, given: Readonly<Record<string, unknown>>) {
  const search = new URLSearchParams()
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(params.properties, name)) continue
    if (method !== 'GET' && Object.hasOwn(propertiesOf(body), name)) fields[name] = value
    else if (value !== null) search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name] ?? ''))),
    search,
    body: method === 'GET' ? undefined : JSON.stringify(fields),
  }
}

/** The fields of a schema that declares an object; none for another. */
export function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, TSchema> }
  return properties
}
