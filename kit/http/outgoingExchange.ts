import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as requestPlain } from 'node:http'
import { request as requestSecure, Agent as SecureAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { allowedAddresses, type TargetRules } from './allowedAddresses.ts'
import type { OutgoingAnswer, OutgoingRequest } from './outgoing.ts'

export type Exchange = (url: URL, request: OutgoingRequest, signal: AbortSignal) => Promise<OutgoingAnswer>

/** A connection that was kept from before ended before anything of the answer came: a new one may help. */
export class EndedUnderRequest extends Error {}

const KEPT = { keepAlive: true, maxSockets: 64, maxFreeSockets: 16, maxTotalSockets: 1_024, timeout: 4_000 }

/** An answer that is a little longer than what is kept of it is read to its end, so that its connection can be kept. */
const DRAINED_BYTES = 64_000

/** Of a name with many addresses only some are tried, one after the other. */
const MOST_ADDRESSES = 4
const ADDRESS_MS = 2_000

/** Begins a request to an address that was looked at with `outgoingTarget`. */
export type BeginRequest = (
  url: URL,
  request: Pick<OutgoingRequest, 'method' | 'headers' | 'body'>,
  signal?: AbortSignal,
) => ClientRequest

/** Requests over connections to allowed addresses that are kept for a few seconds. */
export function openConnections(rules: TargetRules & { ca?: string }): BeginRequest {
  const plain = new PlainAgent(KEPT)
  // Said explicitly, for an environment variable could switch it off.
  const secure = new SecureAgent({ ...KEPT, rejectUnauthorized: true, ...(rules.ca ? { ca: rules.ca } : {}) })
  // Node asks it for names only: addresses were looked at with the URL (`outgoingTarget`).
  const lookup: LookupFunction = (host, { all }, done) => {
    allowedAddresses(host, rules).then(
      found => (all ? done(null, found.slice(0, MOST_ADDRESSES)) : done(null, found[0].address, found[0].family)),
      error => done(error, []),
    )
  }

  return (url, { method, headers, body = '' }, signal) => {
    const isSecure = url.protocol === 'https:'
    const options = {
      method,
      headers: { 'user-agent': 'Portico', ...headers, 'content-length': Buffer.byteLength(body) },
      agent: isSecure ? secure : plain,
      ...(signal && { signal }),
      lookup,
      autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    }
    const request = isSecure ? requestSecure(url, options) : requestPlain(url, options)
    request.end(body)
    return request
  }
}

/** One request and the beginning of its answer. */
export function openExchanges(rules: TargetRules & { ca?: string }, mostBytes: number): Exchange {
  const begin = openConnections(rules)
  return (url, request, signal) => answerOf(begin(url, request, signal), mostBytes)
}

function answerOf(request: ClientRequest, mostBytes: number): Promise<OutgoingAnswer> {
  return new Promise((resolve, reject) => {
    let hasAnswered = false
    request.on('response', response => {
      hasAnswered = true
      startOf(response, mostBytes).then(text => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      }, reject)
    })
    request.on('error', error =>
      reject(request.reusedSocket && !hasAnswered && isHangUp(error) ? new EndedUnderRequest() : error),
    )
    // Such as after an answer that asks for another protocol.
    request.on('close', () => hasAnswered || reject(new Error('closed without an answer')))
  })
}

const isHangUp = (error: Error) => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

function startOf(response: IncomingMessage, mostBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let bytes = 0
    // Whole characters only, and none that PostgreSQL would refuse to store.
    const finish = () => {
      const start = Buffer.concat(pieces).subarray(0, mostBytes)
      resolve(new TextDecoder().decode(start, { stream: true }).replaceAll('\0', ''))
    }
    response.on('data', (piece: Buffer) => {
      if (bytes < mostBytes) pieces.push(piece)
      bytes += piece.length
      if (bytes <= DRAINED_BYTES) return
      finish()
      response.destroy()
    })
    response.on('end', finish).on('error', reject)
  })
}
