import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request whose body is on its way. */
export interface Arrival {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** When it began, or, for an upload, when its last bytes came. */
  since: number
  received: number
}

export interface BodyTimes {
  /** Milliseconds a client has to send its whole request. */
  requestTimeout: number
  /** Milliseconds an upload may stand still; as long as it goes on it may take its time. */
  stallTimeout: number
}

export interface BodyWatch {
  begin(incoming: IncomingMessage, outgoing: ServerResponse): Arrival
  end(arrival: Arrival): void
  stop(): void
}

/**
 * Tells which bodies are late. All of them are looked at together a few times in their span: a timer for each request
 * would cost more than reading most bodies does.
 */
export function watchBodies({ requestTimeout, stallTimeout }: BodyTimes, late: (arrival: Arrival) => void): BodyWatch {
  const arriving = new Set<Arrival>()
  const timer = setInterval(look, Math.min(requestTimeout, stallTimeout) / 8)

  function look() {
    const now = performance.now()
    for (const arrival of arriving) if (isLate(arrival, now)) late(arrival)
  }

  function isLate(arrival: Arrival, now: number): boolean {
    const { incoming, since, received } = arrival
    if (incoming.complete) return false
    if (!isUpload(incoming)) return now - since > requestTimeout
    if (incoming.socket.bytesRead === received) return now - since > stallTimeout
    arrival.received = incoming.socket.bytesRead
    arrival.since = now
    return false
  }

  return {
    begin(incoming, outgoing) {
      const arrival = { incoming, outgoing, since: performance.now(), received: incoming.socket.bytesRead }
      arriving.add(arrival)
      return arrival
    },
    end: arrival => void arriving.delete(arrival),
    stop: () => clearInterval(timer),
  }
}

function isUpload({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('multipart/') ?? false
}
