import type { Call } from '@portico/kit/api/api'
import { asFailure } from '@portico/kit/api/asFailure'
import { type Failure, failure } from '@portico/kit/api/failure'
import { isRecord } from '@portico/kit/api/isRecord'
import type { ServedApi } from '@portico/kit/api/serveApi'
import type { EdgeEnv } from '@portico/kit/http/edge'
import { pageCallOf } from '@portico/kit/http/pageCall'
import { parseJson, readText } from '@portico/kit/http/request'
import type { Hono } from 'hono'
import type { CrmServices } from '../base/api/context.ts'
import { askingAs } from './askOperation.ts'
import { challenge, discoveryPages } from './discovery.ts'
import { exchange } from './exchange.ts'
import { mcpServer, openTools, type Sdk } from './mcpServer.ts'

/**
 * The Model Context Protocol at `/mcp`, over streamable HTTP without sessions: each request brings its token and is
 * answered by itself, whichever process it reaches.
 */
export function mcpEndpoint(
  services: CrmServices,
  apis: readonly ServedApi[],
  count: (call: string) => void = () => {},
): (app: Hono<EdgeEnv>) => void {
  const tools = openTools(apis)
  let sdk: Promise<Sdk> | undefined

  async function answer(call: Call): Promise<{ response: Response; asked: string; counted: string }> {
    const { request, search } = call
    refuseForeignPages(request, services.origin)
    if (request.method !== 'POST')
      throw failure('method', 'MCP without sessions: send each message with POST', { allowed: ['POST'] })
    const credential = credentialOf(request)
    await services.signIn.signIn({ ...call, request: new Request(request.url, { headers: credential }), search: NONE })
    const message = parseJson(await readText(request))
    if (!isRecord(message)) throw failure('invalid', 'Send one message of JSON-RPC; lists of them are not taken')
    // Loading takes a moment in which nobody is answered: only who may sign in causes it, and once.
    sdk ??= import('@modelcontextprotocol/server')
    const loaded = await sdk
    const ask = askingAs(tools.find, { call, credential, origin: services.origin })
    const server = mcpServer(loaded, tools, { ask, mayWrite: search.get('write') === '1' })
    const response = await exchange(loaded, server, request, message)
    return { response, asked: nameOf(message, tools.byName), counted: countedAs(message, tools.byName) }
  }

  return app => {
    discoveryPages(services.origin)(app)
    app.all('/mcp', async context => {
      const call = pageCallOf(context, new Date())
      const line = { request: call.requestId, api: 'crm-mcp', method: call.request.method, path: '/mcp' }
      try {
        const { response, asked, counted } = await answer(call)
        count(counted)
        services.log.info({ ...line, operation: asked, status: response.status }, 'served')
        response.headers.set('x-request-id', call.requestId)
        return response
      } catch (error) {
        const refused = asFailure(error)
        count('refused')
        const { status, message, details } = refused
        const reasons = { status, reason: message, ...(details.log && { error: details.log }) }
        if (status >= 500) services.log.error({ ...line, ...reasons }, 'failed')
        else services.log.info({ ...line, ...reasons }, 'refused')
        return refusing(refused, services.origin)
      }
    })
  }
}

const NONE = new URLSearchParams()

/**
 * A page of somebody else, or one that reached us by a name it made to mean this machine, is not an assistant. Programs
 * send no origin.
 */
function refuseForeignPages(request: Request, origin: string): void {
  const from = request.headers.get('origin')
  if (from !== null && from !== origin) throw failure('forbidden', `Pages of ${from.slice(0, 100)} may not use this`)
}

const NO_TOKEN =
  'No valid token: send an API token in the header x-api-token, or that or an access token as Authorization: Bearer'

/** Tokens only: neither the cookie of a browser nor an address that ends up in logs. */
function credentialOf({ headers }: Request): Record<string, string> {
  const token = headers.get('x-api-token') ?? /^Bearer +([0-9a-f]{40})$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (token) return { 'x-api-token': token }
  const authorization = headers.get('authorization')
  if (authorization) return { authorization }
  throw failure('unauthenticated', NO_TOKEN)
}

/** For the log: the method of the protocol, and the tool when it is one of ours. */
function nameOf({ method, params }: Record<string, unknown>, tools: ReadonlyMap<string, unknown>): string {
  const tool = isRecord(params) && typeof params.name === 'string' && tools.has(params.name) ? ` ${params.name}` : ''
  return typeof method === 'string' ? `${method.slice(0, 50)}${tool}` : 'none'
}

/** For the metrics, where every name is kept for as long as the process lives: those that we know. */
function countedAs({ method, params }: Record<string, unknown>, tools: ReadonlyMap<string, unknown>): string {
  if (isRecord(params) && typeof params.name === 'string' && tools.has(params.name)) return params.name
  return METHODS.find(known => known === method) ?? 'other'
}

const METHODS = ['initialize', 'notifications/initialized', 'ping', 'server/discover', 'tools/list', 'tools/call']

/** What the protocol itself never saw is refused in its language all the same. */
function refusing({ status, code, message, details }: Failure, origin: string): Response {
  const isUnknown = code === 'unauthenticated'
  const headers = {
    ...(isUnknown && { 'www-authenticate': challenge(origin) }),
    ...(details.allowed && { allow: details.allowed.join(', ') }),
    ...(details.retryAfter !== undefined && { 'retry-after': String(Math.ceil(details.retryAfter)) }),
  }
  const error = { code: -32000, message: isUnknown ? NO_TOKEN : message }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status, headers })
}
