import { type AccessToken, type Claim, holds, openAccessToken, openClaim } from './claim.ts'
import { claimCache } from './claimCache.ts'
import type { GateConfig, ResolvedConfig } from './config.ts'
import { claimsIn, cookieValues, sessionCookieName } from './cookies.ts'
import type { GateEvent } from './event.ts'
import { limiter } from './limiter.ts'
import { type Looks, looksInto } from './looks.ts'
import { policyHash } from './policy.ts'
import type { Provider } from './provider/provider.ts'
import { pooledRandomBytes } from './randomBytes.ts'
import { sessionIdOf } from './sessionId.ts'
import { type Signing, signingWith } from './signing.ts'
import { type Streams, streams } from './streams.ts'
import { type Wakeups, wakeups } from './wakeups.ts'

/** What the routes share: the configuration made ready, and the little state a process keeps. */
export interface Inside {
  readonly config: ResolvedConfig
  readonly policy: string
  readonly sessionCookie: string
  readonly signing: Signing
  readonly providers: ReadonlyMap<string, Provider>
  readonly seams: Seams
  /** Sessions whose proof is being checked right now. */
  readonly inFlight: Set<string>
  /** Runs a check when it is its turn; each provider has a line of its own, so a slow one holds up nobody else. */
  checkInTurn<Value>(provider: string, task: () => Promise<Value>): Promise<Value | undefined>
  readonly wakeups: Wakeups
  readonly looks: Looks
  readonly streams: Streams
  tell(event: GateEvent): void
  /** Whether a claim is one for this gate, and not yet or no longer out of time. */
  holdsHere(claim: Claim): boolean
  /** The claim of this browser, if it holds here and now. */
  claimOf(request: Request): Promise<Claim | undefined>
  /** What a completed session is worth, if that holds here and now. */
  tokenOf(sessionId: string, signed: string): Promise<AccessToken | undefined>
  /** The session this browser opened, by its cookie. */
  ownsSession(request: Request, sessionId: string): boolean
}

/** Time, randomness and the id derivation come in from outside, so that tests are exact. */
export interface Seams {
  /** Milliseconds since the epoch. */
  now(): number
  randomBytes(count: number): Uint8Array
  sessionIdOf(secret: string): string
}

export const REAL_SEAMS: Seams = {
  now: () => Date.now(),
  randomBytes: pooledRandomBytes(),
  sessionIdOf,
}

/** Proofs of one provider checked at once, and how many more may wait. */
const PARALLEL_CHECKS = 4
const WAITING_CHECKS = 64

export function insideOf(
  config: ResolvedConfig,
  secret: GateConfig['secret'],
  providers: readonly Provider[],
  seams: Seams,
): Inside {
  const policy = policyHash(config)
  const signing = signingWith(secret)
  const cache = claimCache()
  const lines = new Map(providers.map(({ name }) => [name, limiter(PARALLEL_CHECKS, WAITING_CHECKS)]))
  const sessionCookie = sessionCookieName(config)

  function holdsHere(claim: Claim): boolean {
    return holds(claim, config.domain, policy, config.providers, seconds(seams.now()))
  }

  async function signedClaim(cookie: string): Promise<Claim | undefined> {
    const known = cache.get(cookie)
    if (known) return known
    const claim = await openClaim(signing, cookie)
    if (claim) cache.add(cookie, claim)
    return claim
  }

  return {
    config,
    policy,
    sessionCookie,
    signing,
    providers: new Map(providers.map(provider => [provider.name, provider])),
    seams,
    inFlight: new Set(),
    checkInTurn: async (provider, task) => lines.get(provider)?.(task),
    wakeups: wakeups(),
    looks: looksInto(config.sessionAdapter),
    streams: streams(),
    holdsHere,
    tell(event) {
      try {
        const told: unknown = config.onEvent(event)
        // An async function passes for a listener too, and a rejection that nobody holds would end the process.
        if (told instanceof Promise) told.catch(() => {})
      } catch {
        // A listener's fault must not decide whether a person gets in.
      }
    },
    async claimOf(request) {
      for (const cookie of claimsIn(request)) {
        const claim = await signedClaim(cookie)
        if (claim !== undefined && holdsHere(claim)) return claim
      }
      return undefined
    },
    async tokenOf(sessionId, signed) {
      const token = await openAccessToken(signing, signed)
      return token?.sessionId === sessionId && holdsHere(token) ? token : undefined
    },
    ownsSession(request, sessionId) {
      return cookieValues(request, sessionCookie).some(secret => seams.sessionIdOf(secret) === sessionId)
    },
  }
}

export function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}
