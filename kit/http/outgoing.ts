import type { IncomingHttpHeaders } from 'node:http'
import type { TargetRules } from './allowedAddresses.ts'
import { EndedUnderRequest, openExchanges } from './outgoingExchange.ts'
import { type Unanswered, unanswered } from './outgoingProblem.ts'
import { outgoingTarget } from './outgoingTarget.ts'

export interface OutgoingOptions extends TargetRules {
  /** For everything together: look-up, connection, sending, answer. */
  timeoutMs?: number
  /** How much of an answer is kept; the rest is dropped. */
  mostBytes?: number
  /** Certificates to trust instead of the usual ones. */
  ca?: string
}

export interface OutgoingRequest {
  method: 'POST' | 'PUT' | 'DELETE' | 'GET'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

export interface OutgoingAnswer {
  problem?: undefined
  /** Not of a redirect, which is a problem. */
  status: number
  headers: IncomingHttpHeaders
  /** The beginning of the body. */
  text: string
}

/** Sends a request to an address that somebody gave us, and to no other. Does not throw. */
export type Outgoing = (request: OutgoingRequest) => Promise<OutgoingAnswer | Unanswered>

const TIMEOUT_MS = 10_000
const MOST_BYTES = 1_000

/**
 * For addresses that users enter, such as webhooks and call-backs: whoever may name an address must not reach through us
 * what only this server can reach. The addresses behind a name are looked at in the very look-up the connection is made
 * with, so a name cannot mean something else a moment later; connections that are kept for the next request go where
 * that look-up led. Redirects are not followed, the whole exchange has a deadline, and only the beginning of the answer
 * is kept. A request can reach its target twice when a kept connection ends under it.
 *
 * @example
 * const send = openOutgoing({ privateTargets: false })
 * const sent = await send({ method: 'POST', url: 'https://app.example/hook', body: '{}' })
 * if (sent.problem) log.warn(sent.message)
 */
export function openOutgoing(options: OutgoingOptions): Outgoing {
  const { timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES } = options
  const exchange = openExchanges(options, mostBytes)

  return async request => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeoutMs)
    let host = ''
    try {
      const url = outgoingTarget(request.url, options)
      host = url.host
      const answer = await exchange(url, request, deadline.signal).catch(error => {
        if (error instanceof EndedUnderRequest) return exchange(url, request, deadline.signal)
        throw error
      })
      return isRedirect(answer) ? redirected(answer, host) : answer
    } catch (error) {
      return unanswered(error, host)
    } finally {
      clearTimeout(timer)
    }
  }
}

const isRedirect = ({ status }: OutgoingAnswer) => status >= 300 && status < 400

function redirected({ status }: OutgoingAnswer, host: string): Unanswered {
  const message = `${host} answered with a redirect (${status}), which is not followed: enter the address it leads to`
  return { problem: 'redirect', message, status }
}
