import type { ServerResponse } from 'node:http'
import type { BoundedRequest } from './boundedBody.ts'

/** A request whose body is on its way. */
export interface Arrival {
  readonly incoming: BoundedRequest
  readonly outgoing: ServerResponse
  readonly began: number
  /** When its last bytes were noticed, and how many there were by then. */
  since: number
  received: number
}

export interface BodyTimes {
  /** Milliseconds a client has to send its whole request; an upload may take longer if it comes fast enough. */
  requestTimeout: number
  /** Milliseconds an upload may stand still. */
  stallTimeout: number
  /** Bytes a second, on average, of an upload that takes longer than other requests may. */
  leastRate: number
}

export interface BodyWatch {
  begin(incoming: BoundedRequest, outgoing: ServerResponse): Arrival
  /** The request is answered; it is watched on while its body still comes. */
  answered(arrival: Arrival): void
  stop(): void
}

/**
 * Tells which bodies are late. All of them are looked at together a few times in their span: a timer for each request
 * would cost more than reading most bodies does.
 */
export function watchBodies(times: BodyTimes, late: (arrival: Arrival) => void): BodyWatch {
  const { requestTimeout, stallTimeout, leastRate } = times
  const arriving = new Set<Arrival>()
  const span = Math.min(requestTimeout, stallTimeout) / 8
  const timer = setInterval(look, span)
  /** Milliseconds this process stood still itself, when nothing that arrived could be noticed: no fault of a client. */
  let stoodStill = 0
  let due = performance.now() + span

  function time(): number {
    return performance.now() - stoodStill
  }

  function look() {
    stoodStill += Math.max(0, time() - due)
    const now = time()
    due = now + span
    for (const arrival of arriving) {
      if (hasEnded(arrival)) arriving.delete(arrival)
      else if (isLate(arrival, now)) late(arrival)
    }
  }

  function isLate(arrival: Arrival, now: number): boolean {
    const { incoming, began } = arrival
    const beyond = now - began - requestTimeout
    if (!incoming.isUpload || incoming.isAnswered) return beyond > 0
    if (beyond > 0 && incoming.received < (beyond / 1000) * leastRate) return true
    if (incoming.received === arrival.received) return now - arrival.since > stallTimeout
    arrival.received = incoming.received
    arrival.since = now
    return false
  }

  return {
    begin(incoming, outgoing) {
      const began = time()
      const arrival = { incoming, outgoing, began, since: began, received: 0 }
      arriving.add(arrival)
      return arrival
    },
    answered(arrival) {
      arrival.incoming.answered()
      if (hasEnded(arrival)) arriving.delete(arrival)
    },
    stop: () => clearInterval(timer),
  }
}

/** Whole, or cut off. A body that has arrived may still wait for its reader, who is not to be hurried. */
function hasEnded({ incoming }: Arrival): boolean {
  return incoming.complete || incoming.socket.destroyed
}
