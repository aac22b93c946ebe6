import { reportReach } from '../shell/online.ts'
import { Refusal, Unreachable } from './refusal.ts'
import { keepUnderWay } from './underWay.ts'

export interface Answer<T> {
  data: T
  /** `additional_data` of a list. */
  beside: { next_cursor?: string | null; more_items_in_collection?: boolean }
  /** Of the record, for If-Match. */
  version: number | undefined
  /** By which everything that this call changed can be found, and undone. */
  correlationId: string
}

export interface CallOptions {
  body?: unknown
  /** Refused with 412 unless the record is still at this version. */
  ifMatch?: number | undefined
  /** Calls that share one are undone together. */
  requestId?: string
  signal?: AbortSignal
  /** Goes on when the page is closed. */
  keepalive?: boolean
}

/**
 * One call of the API, the same that every other client makes. Throws a `Refusal` or `Unreachable`.
 *
 * @example const { data } = await call<Deal>('GET /v2/deals/7')
 */
export async function call<T>(request: `${Method} /${string}`, options: CallOptions = {}): Promise<Answer<T>> {
  const space = request.indexOf(' ')
  const [method, path] = [request.slice(0, space), request.slice(space + 1)]
  if (method === 'GET') return takeEarly<T>(path) ?? ask<T>(method, path, options)
  const answer = ask<T>(method, path, options)
  // An upload may take minutes: nothing waits for it.
  return options.body instanceof FormData ? answer : keepUnderWay(answer)
}

async function ask<T>(method: string, path: string, options: CallOptions): Promise<Answer<T>> {
  const response = await send(method, path, options)
  const text = await response.text()
  const body = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : {}
  if (response.status === 401) return toLogin()
  if (!response.ok) throw new Refusal(response.status, body.error ?? 'Portico refused this', body.field, body)
  return answerOf(body, response.headers)
}

/** A call whose answer is a file, which the browser saves. */
export async function download(request: `POST /${string}`, options: CallOptions, name: string): Promise<void> {
  const response = await send('POST', request.slice('POST '.length), options)
  if (response.status === 401) return toLogin()
  if (!response.ok) {
    const body = await response.json().catch(() => ({}))
    throw new Refusal(response.status, body.error ?? 'Portico refused this', body.field, body)
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

async function send(
  method: string,
  path: string,
  { body, ifMatch, requestId, signal, keepalive = false }: CallOptions,
): Promise<Response> {
  const headers: Record<string, string> = {}
  if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json'
  if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`
  if (requestId !== undefined) headers['x-request-id'] = requestId
  const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
  try {
    const response = await fetch(path, {
      method,
      headers,
      keepalive,
      ...(sent !== undefined && { body: sent }),
      ...(signal && { signal }),
    })
    reportReach(true)
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    reportReach(false)
    throw new Unreachable()
  }
}

function answerOf<T>(body: { data: T; additional_data?: Answer<T>['beside'] }, headers?: Headers): Answer<T> {
  const etag = headers?.get('etag')
  return {
    data: body.data,
    beside: body.additional_data ?? {},
    version: etag ? Number(etag.replaceAll('"', '')) : undefined,
    correlationId: headers?.get('x-correlation-id') ?? '',
  }
}

/** The session has ended: whoever signs in comes back to this address. */
function toLogin(): Promise<never> {
  location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
  return new Promise(() => {})
}

/** Answers that came with the page; each is used once, for by the next time it may be old. */
const early: Record<string, { data: unknown } | null> = JSON.parse(
  document.getElementById('answers')?.textContent ?? '{}',
)

function takeEarly<T>(path: string): Answer<T> | undefined {
  const body = early[path]
  delete early[path]
  return body ? answerOf(body as { data: T }) : undefined
}
