import type { Server } from '@modelcontextprotocol/server'
import { isRecord } from '@portico/kit/api/isRecord'
import { problem } from '../config/problem.ts'

export interface McpOptions {
  /** Where the server answers. */
  url: string
  write?: boolean
}

/**
 * The Model Context Protocol on standard input and output, for assistants that start a program: hands each request on to
 * `/mcp` of a running server, which does the work and checks the token.
 */
export async function mcpCommand(options: McpOptions, env: NodeJS.ProcessEnv): Promise<void> {
  const token = env[TOKEN_SETTING]
  if (!token)
    throw problem(`${TOKEN_SETTING} is not set: put an API token there (portico token create --user EMAIL --read-only)`)
  const ask = asking(endpointOf(options), token)
  // Tells at once whether somebody answers there and takes the token.
  const { serverInfo, instructions } = await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'portico mcp', version: '1' },
  })
  const { Server } = await import('@modelcontextprotocol/server')
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
  serveStdio(() => handingOn(new Server(nameIn(serverInfo), describedAs(instructions)), ask))
}

const TOKEN_SETTING = 'PORTICO_API_TOKEN'

/** Longer than any call takes. */
const TIMEOUT_MS = 60_000

type AskServer = (method: string, params: unknown) => Promise<Record<string, unknown>>

function endpointOf({ url, write = false }: McpOptions): URL {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw problem(`--url: "${url.slice(0, 100)}" is not an address such as http://localhost:8080`)
  const endpoint = new URL('/mcp', url)
  if (write) endpoint.searchParams.set('write', '1')
  return endpoint
}

/** Asks the server for one result of the protocol. */
function asking(endpoint: URL, token: string): AskServer {
  let id = 0
  return async (method, params) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-api-token': token,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
      // Followed, a redirect would take the token along.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(error => {
      throw problem(`No answer from ${endpoint.origin}: ${reasonOf(error)}`)
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (isRecord(answer) && isRecord(answer.result)) return answer.result
    const said = isRecord(answer) && isRecord(answer.error) ? String(answer.error.message) : 'not the protocol'
    throw problem(`${endpoint.origin} answered ${response.status}: ${said}`)
  }
}

function handingOn(server: Server, ask: AskServer): Server {
  server.setRequestHandler('tools/list', async ({ params }) => {
    const { tools } = await ask('tools/list', params ?? {})
    return { tools: Array.isArray(tools) ? tools : [] }
  })
  server.setRequestHandler('tools/call', async ({ params }) => {
    const { name, arguments: given } = params
    const { content, isError } = await ask('tools/call', { name, arguments: given }).catch(unanswered)
    return { content: Array.isArray(content) ? content : [], isError: isError === true }
  })
  return server
}

/** The assistant is told, and may go on once the server answers again. */
function unanswered(error: unknown) {
  return { content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }], isError: true }
}

function nameIn(serverInfo: unknown): { name: string; version: string } {
  const { name, version } = isRecord(serverInfo) ? serverInfo : {}
  return { name: String(name), version: String(version) }
}

function describedAs(instructions: unknown) {
  return { capabilities: { tools: {} }, ...(typeof instructions === 'string' && { instructions }) }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : String(cause)
}
