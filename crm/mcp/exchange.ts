import type { Server } from '@modelcontextprotocol/server'
import type { Sdk } from './mcpServer.ts'

/**
 * One message and its answer, as JSON: nothing is streamed. Assistants of the revisions of 2025 open with `initialize`,
 * those of 2026 say with each message who they are; the SDK knows both.
 */
export async function exchange(
  sdk: Sdk,
  server: Server,
  { url, headers }: Request,
  message: Record<string, unknown>,
): Promise<Response> {
  const request = new Request(url, { method: 'POST', headers })
  try {
    const response = (await sdk.isLegacyRequest(request, message))
      ? await answerOfSession(sdk, server, request, message)
      : await sdk
          .createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 })
          .fetch(request, { parsedBody: message })
    // Read to its end, so that the server can be closed.
    const text = await response.text()
    return new Response(text || null, { status: response.status, headers: response.headers })
  } finally {
    await server.close()
  }
}

async function answerOfSession(sdk: Sdk, server: Server, request: Request, message: unknown): Promise<Response> {
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return transport.handleRequest(request, { parsedBody: message })
}
