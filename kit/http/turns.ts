import type { ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'

/** The requests of each client, some of which are worked on while the others wait. */
export interface ClientTurns {
  /** Begins a request now or when its turn comes; false when too many of this client wait already. */
  take(client: string, outgoing: ServerResponse, work: Work): boolean
  /** A connection was accepted. */
  accepted(): void
  stop(): void
}

export interface Work {
  begin(turn: Turn): void
  /** Called instead of `begin` when the client went away while the request waited, or too many wait. */
  drop(): void
}

/** One request that is worked on. */
export interface Turn {
  /** The request waits for the rest of its body: nobody has to wait for it meanwhile. */
  leave(): void
  /** The rest of its body is here. */
  comeBack(): void
  /** Its answer is known. */
  end(): void
  /** Its answer was written as far as the connection takes it. */
  answered(outgoing: ServerResponse): void
}

export interface TurnLimits {
  /** Requests of a client worked on at once: at first, at least while they are slow, and at most while they are quick. */
  first: number
  least: number
  most: number
  /** A request that takes longer keeps others waiting: half as many of its client are worked on. */
  slowMs: number
  /** A request that takes longer waits for something itself, such as a lock: others may begin, up to `most` in all. */
  stuckMs: number
  /** Requests of a client begun in one round of the event loop while others ask too. */
  perRound: number
  /** How long after one request of a client the next may begin while connections are being accepted. */
  acceptingMs: number
  /** Requests of a client that wait. */
  waiting: number
  /** Bytes of answers that nobody has read, of all clients; one may have half of what the others leave. */
  unreadBytes: number
  /** How long a connection of such a client may read nothing. */
  unreadMs: number
}

export const TURN_LIMITS: TurnLimits = {
  first: 8,
  // More work at once than cores makes each piece of it slower, and that of others with it.
  least: 2 * availableParallelism(),
  most: 64,
  slowMs: 100,
  stuckMs: 1_000,
  perRound: 1,
  acceptingMs: 20,
  waiting: 2_000,
  unreadBytes: 32_000_000,
  unreadMs: 10_000,
}
