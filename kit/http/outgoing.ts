import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { failure } from '../api/failure.ts'
import { allowedAddresses, type TargetRules } from './allowedAddresses.ts'

export interface OutgoingOptions extends TargetRules {
  timeoutMs?: number
  /** How much of the answer is read; what is longer is cut off. */
  mostBytes?: number
}

export interface OutgoingRequest {
  method: 'POST' | 'PUT' | 'DELETE' | 'GET'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

export interface OutgoingAnswer {
  status: number
  headers: IncomingMessage['headers']
  /** The beginning of the body, as text. */
  text: string
}

/** Sends a request to an address that somebody gave us, and to no other. */
export type Outgoing = (request: OutgoingRequest) => Promise<OutgoingAnswer>

const TIMEOUT_MS = 10_000
const MOST_BYTES = 64_000

/**
 * For addresses that users enter, such as call-backs: whoever may name an address must not reach through us what only
 * this server can reach. The addresses behind a name are looked at in the very look-up the connection is made with, so
 * a name cannot mean something else a moment later. Redirects are not followed, the whole exchange has a deadline, and
 * only the beginning of the answer is read. Throws a failure `forbidden` for private targets, `unavailable` for what
 * does not answer.
 *
 * @example
 * const send = openOutgoing({ privateTargets: false })
 * const { status } = await send({ method: 'POST', url: 'https://app.example/hook', body: '{}' })
 */
export function openOutgoing(options: OutgoingOptions): Outgoing {
  const { timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES } = options

  return async ({ method, url: address, headers = {}, body = '' }) => {
    const url = targetOf(address)
    // Node looks up names only.
    if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) await allowedAddresses(url.hostname, options)
    const send = url.protocol === 'https:' ? requestSecure : requestPlain
    const request = send(url, {
      method,
      // A connection of its own: one that is kept could be used past its look-up.
      agent: false,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(timeoutMs),
      lookup(host, given, done) {
        allowedAddresses(host, options, { ...given }).then(
          found => (given.all ? done(null, found) : done(null, found[0].address, found[0].family)),
          error => done(error, []),
        )
      },
    })
    request.end(body)
    return answerOf(request, url, mostBytes)
  }
}

function targetOf(address: string): URL {
  if (!URL.canParse(address)) throw failure('invalid', 'The address to send to is none')
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw failure('invalid', 'The address to send to must begin with https:// or http://')
  if (url.username || url.password) throw failure('invalid', 'The address to send to may not hold a password')
  return url
}

function answerOf(request: ClientRequest, url: URL, mostBytes: number): Promise<OutgoingAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      request.destroy()
      reject('code' in error && error.code === 'forbidden' ? error : unreachable(url, error))
    }
    request.on('error', fail)
    request.on('response', response => {
      const pieces: Buffer[] = []
      let bytes = 0
      const finish = () => {
        const text = Buffer.concat(pieces).subarray(0, mostBytes).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        request.destroy()
      }
      response.on('data', (piece: Buffer) => {
        pieces.push(piece)
        bytes += piece.length
        if (bytes >= mostBytes) finish()
      })
      response.on('end', finish).on('error', fail)
    })
  })
}

function unreachable({ host }: URL, error: Error) {
  return failure('unavailable', `${host} did not answer`, { log: String(error) })
}
