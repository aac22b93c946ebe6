import { createHash } from 'node:crypto'
import type { Call } from '../../api/api.ts'
import { type Failure, failure } from '../../api/failure.ts'
import type { Database } from '../../database/database.ts'
import type { Sql } from '../../database/sql.ts'
import type { ClientNetwork } from '../../http/clientNetwork.ts'
import { rollingLimiter } from '../../http/limiter.ts'
import { countAttempt, forgiveAttempts, takeBackAttempts } from './attemptStore.ts'
import type { ClientsOf } from './clients.ts'
import { findKnownClients } from './knownClientStore.ts'

/** Limits how often a secret can be tried and a mail be caused, for each caller by itself. */
export interface Throttle {
  /** Counts a try before its outcome is known; 429 when there were too many. Not inside a transaction. */
  attempt(call: Call, kind: ThrottleKind, about?: About): Promise<Attempt>
  traffic(call: Call, caller: string | undefined): void
}

/**
 * `password`: an account's password. `link`: the token of a link in a mail. `mail`: something that sends a mail.
 * `code`: a code of the second factor, after the password was right.
 */
export type ThrottleKind = 'password' | 'link' | 'mail' | 'code'

/** What is tried: an address, by a session of its account or by somebody who is not signed in. */
export interface About {
  address: string
  session?: string | undefined
}

export interface Attempt {
  /** False when the address got enough mail for now. The answer is the same, so that nobody learns of it. */
  mayMail: boolean
  /** The secret was right: this try does not count, and what was mistyped before it is forgotten. */
  succeeded(): Promise<void>
  /** Nothing was tried after all. */
  takeBack(): Promise<void>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface Limit {
  most: number
  windowMs: number
}

/**
 * `own`: one client for one address; `network`: one network for everything; `strangers`: all clients together for one
 * address, without those its owner was signed in from.
 */
const LIMITS: Readonly<Record<ThrottleKind, { own?: Limit; network: Limit; strangers?: Limit }>> = {
  password: {
    own: { most: 10, windowMs: 15 * MINUTE },
    network: { most: 100, windowMs: 15 * MINUTE },
    strangers: { most: 100, windowMs: 24 * HOUR },
  },
  code: {
    own: { most: 10, windowMs: 15 * MINUTE },
    network: { most: 100, windowMs: 15 * MINUTE },
    strangers: { most: 100, windowMs: 24 * HOUR },
  },
  link: { network: { most: 60, windowMs: 15 * MINUTE } },
  mail: {
    own: { most: 5, windowMs: HOUR },
    network: { most: 300, windowMs: HOUR },
    strangers: { most: 15, windowMs: HOUR },
  },
}

const TRAFFIC = { limit: 300, windowMs: 10_000 }

export interface ThrottleOptions {
  database: Database
  /** Its schema holds the tables `attempt`, `known_client` and `account`; its cookie and digests carry the name. */
  product: string
  clientNetwork: ClientNetwork
  clientsOf: ClientsOf
}

/** Tries are counted in the database, so that a second process gives no second chance; traffic is counted here. */
export function openThrottle(options: ThrottleOptions): Throttle {
  const { database, product, clientNetwork, clientsOf } = options
  const traffic = rollingLimiter(TRAFFIC)

  /** From the narrowest to the widest: a try that one of them refuses does not count against those after it. */
  async function boundsOf(call: Call, kind: ThrottleKind, about: About | undefined): Promise<Bound[]> {
    const { own, network, strangers } = LIMITS[kind]
    const clients = clientsOf(call)
    const fromNetwork = { key: attemptKey(kind, 'network', clients.network), limit: network, refusal: tooMany }
    if (!about || !own || !strangers) return [fromNetwork]
    const address = about.address.toLowerCase()
    const ownOf = (client: string) => ({
      key: attemptKey(kind, 'own', client, address),
      limit: own,
      refusal: tooMany,
      isOwn: true,
    })
    if (about.session) return [ownOf(about.session)]
    const known = await database.read(sql => findKnownClients(sql, product, address, clients, call.receivedAt))
    // Others may share the network, and use up what it may try. A browser the owner was signed in with has its own.
    if (clients.device && known.includes(clients.device)) return [ownOf(clients.device)]
    const here = [ownOf(clients.network), fromNetwork]
    if (known.includes(clients.network)) return here
    return [...here, { key: attemptKey(kind, 'strangers', address), limit: strangers, refusal: strangersOnly(kind) }]
  }

  return {
    async attempt(call, kind, about) {
      const bounds = await boundsOf(call, kind, about)
      const now = call.receivedAt
      let mayMail = true
      for (const { key, limit, refusal } of bounds) {
        const { used, since } = await database.statement(sql =>
          countAttempt(sql, product, { key, windowMs: limit.windowMs }, now),
        )
        if (used <= limit.most) continue
        const refused = refusal((since.getTime() + limit.windowMs - now.getTime()) / 1000)
        if (refused) throw refused
        mayMail = false
      }
      return {
        mayMail,
        succeeded: () => database.statement(sql => forgive(sql, product, bounds)),
        takeBack: () => database.statement(sql => takeBackAttempts(sql, product, keysOf(bounds))),
      }
    },
    traffic(call, caller) {
      const { allowed, reset } = traffic.take(caller ?? clientNetwork(call), call.receivedAt.getTime())
      if (!allowed) throw tooMany(reset)
    },
  }
}

interface Bound {
  key: string
  limit: Limit
  /** Undefined where the attempt is not refused and only its mail is not sent. */
  refusal: (retryAfter: number) => Failure | undefined
  isOwn?: boolean
}

/** The client's own attempts are forgotten. Of those it shares with others, only this one is taken back. */
function forgive(sql: Sql, product: string, bounds: readonly Bound[]): Promise<void> {
  const [own, shared] = [bounds.filter(bound => bound.isOwn), bounds.filter(bound => !bound.isOwn)]
  return forgiveAttempts(sql, product, keysOf(own), keysOf(shared))
}

function keysOf(bounds: readonly Bound[]): string[] {
  return bounds.map(bound => bound.key)
}

/** What attempts are counted under: nothing of what was tried is kept. */
export function attemptKey(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function tooMany(retryAfter: number): Failure {
  return failure('too_many', 'Too many attempts, wait a while and try again', { retryAfter })
}

/** What the owner of the address can still do: only they have a known browser and read the mail. */
function strangersOnly(kind: ThrottleKind) {
  if (kind === 'mail') return () => undefined
  return (retryAfter: number) =>
    failure(
      'too_many',
      'Too many wrong passwords for this address from elsewhere. Log in where you have logged in before, or set a new password with "Forgot your password?"',
      { retryAfter },
    )
}

export const noThrottle: Throttle = {
  async attempt() {
    return { mayMail: true, async succeeded() {}, async takeBack() {} }
  },
  traffic() {},
}
