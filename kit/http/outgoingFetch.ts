import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { TargetRules } from './allowedAddresses.ts'
import { openConnections } from './outgoingExchange.ts'
import { outgoingTarget } from './outgoingTarget.ts'

/** Reads from an address that somebody gave us, and from no other. Its answer is streamed, however long it is. */
export type OutgoingFetch = (
  url: string,
  init: { headers: Readonly<Record<string, string>>; signal?: AbortSignal },
) => Promise<Response>

/** For how long nothing may come: the answer itself may take as long as it takes. */
const SILENT_MS = 60_000

/**
 * The same rules as `openOutgoing` for answers that are read as a whole: private addresses are refused in the very
 * look-up the connection is made with, and redirects are not followed. Throws a failure when the address is not allowed.
 *
 * @example
 * const read = openOutgoingFetch({ privateTargets: false })
 * const answer = await read('https://crm.example/v1/deals', { headers: {} })
 */
export function openOutgoingFetch(
  rules: TargetRules & { ca?: string },
  { silentMs = SILENT_MS }: { silentMs?: number } = {},
): OutgoingFetch {
  const begin = openConnections(rules)
  return async (address, { headers, signal }) => {
    const url = outgoingTarget(address, rules)
    return new Promise((resolve, reject) => {
      const request = begin(url, { method: 'GET', headers }, signal)
      request.setTimeout(silentMs, () =>
        request.destroy(new Error(`${url.host} sent nothing for ${silentMs / 1000} s`)),
      )
      request.on('error', reject)
      request.on('response', response => {
        const { statusCode = 0 } = response
        if (statusCode >= 300 && statusCode < 400) {
          response.destroy()
          reject(new Error(`${url.host} answered with a redirect (${statusCode}), which is not followed`))
        } else resolve(responseOf(response, statusCode))
      })
    })
  }
}

function responseOf(incoming: IncomingMessage, status: number): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, String(value))
  if (status === 204 || status === 205) return new Response(null, { status, headers })
  return new Response(webStream(incoming), { status, headers })
}

/** Node and the Web describe the same stream with two types. */
function webStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const stream: NodeStream<Uint8Array> = Readable.toWeb(incoming)
  return stream as ReadableStream<Uint8Array>
}
