import { type AccessToken, type Claim, holds, openAccessToken, openClaim } from './claim.ts'
import { claimCache } from './claimCache.ts'
import type { GateConfig, ResolvedConfig } from './config.ts'
import { claimsIn, cookieValues, sessionCookieName } from './cookies.ts'
import type { GateEvent } from './event.ts'
import { limiter } from './limiter.ts'
import { boundPolicy, policyHash } from './policy.ts'
import type { Provider } from './provider/provider.ts'
import { pooledRandomBytes } from './randomBytes.ts'
import { type SessionChanges, sessionChanges } from './sessionChanges.ts'
import { sessionIdOf } from './sessionId.ts'
import { type SessionPoller, sessionPoller } from './sessionPoller.ts'
import { type Signing, signingWith } from './signing.ts'
import { type Streams, streams } from './streams.ts'

/** What the routes of one gate share: its resolved configuration and the state it keeps in this process. */
export interface GateState {
  readonly config: ResolvedConfig
  readonly policy: string
  /** As `policy`, for the claim of whoever the request is bound to. */
  readonly claimPolicy: string
  readonly sessionCookie: string
  readonly signing: Signing
  readonly providers: ReadonlyMap<string, Provider>
  readonly seams: Seams
  /** Sessions whose proof is being checked right now. */
  readonly inFlight: Set<string>
  /**
   * Each provider has a queue of its own, so a slow one delays no other. Undefined when its queue is full, or when the
   * task has waited in it for half as long as a check may take.
   */
  checkInTurn<Value>(provider: string, task: () => Promise<Value>): Promise<Value | undefined>
  readonly sessionChanges: SessionChanges
  readonly sessionPoller: SessionPoller
  readonly streams: Streams
  /** Calls the application's `onEvent`; its errors are ignored. */
  emit(event: GateEvent): void
  /** Whether a claim is for this gate, for whoever the request is bound to, and has not expired. */
  holdsHere(claim: Claim): boolean
  /** The valid claim in this browser's cookies, if there is one. */
  claimOf(request: Request): Promise<Claim | undefined>
  /** The access token of a completed session, if it is valid for this gate. */
  tokenOf(sessionId: string, signed: string): Promise<AccessToken | undefined>
  /** Whether this browser opened the session: it has its cookie. */
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

/** The state for a request that is bound to an account, or to none. */
export function gateStatesOf(
  config: ResolvedConfig,
  secret: GateConfig['secret'],
  providers: readonly Provider[],
  seams: Seams,
): (boundTo?: string) => GateState {
  const policy = policyHash(config)
  const signing = signingWith(secret)
  const cache = claimCache()
  const queues = new Map(providers.map(({ name }) => [name, limiter(PARALLEL_CHECKS, WAITING_CHECKS)]))
  const sessionCookie = sessionCookieName(config)

  function holdsFor(claim: Claim, wanted: string): boolean {
    return holds(claim, config.domain, wanted, config.providers, seconds(seams.now()))
  }

  async function signedClaim(cookie: string): Promise<Claim | undefined> {
    const known = cache.get(cookie)
    if (known) return known
    const claim = await openClaim(signing, cookie)
    if (claim) cache.add(cookie, claim)
    return claim
  }

  const unbound: GateState = {
    config,
    policy,
    claimPolicy: policy,
    sessionCookie,
    signing,
    providers: new Map(providers.map(provider => [provider.name, provider])),
    seams,
    inFlight: new Set(),
    async checkInTurn(provider, task) {
      const cameAt = performance.now()
      // Behind checks that take all their time, the ones that wait would each take theirs too: they are turned away.
      const isLate = () => performance.now() - cameAt > (config.checkSeconds * 1000) / 2
      return queues.get(provider)?.(async () => (isLate() ? undefined : task()))
    },
    sessionChanges: sessionChanges(),
    sessionPoller: sessionPoller(config.sessionAdapter),
    streams: streams(),
    holdsHere: claim => holdsFor(claim, policy),
    emit(event) {
      try {
        const result: unknown = config.onEvent(event)
        // An async function passes for a listener too, and a rejection that nobody holds would end the process.
        if (result instanceof Promise) result.catch(() => {})
      } catch {
        // A listener's fault must not decide whether a person gets in.
      }
    },
    claimOf: request => claimFor(request, policy),
    async tokenOf(sessionId, signed) {
      const token = await openAccessToken(signing, signed)
      return token?.sessionId === sessionId && holdsFor(token, policy) ? token : undefined
    },
    ownsSession: (request, sessionId) => ownsSession(request, sessionId, seams),
  }

  async function claimFor(request: Request, wanted: string): Promise<Claim | undefined> {
    for (const cookie of claimsIn(request)) {
      const claim = await signedClaim(cookie)
      if (claim !== undefined && holdsFor(claim, wanted)) return claim
    }
    return undefined
  }

  function ownsSession(request: Request, sessionId: string, { sessionIdOf }: Seams): boolean {
    return cookieValues(request, sessionCookie).some(secret => sessionIdOf(secret) === sessionId)
  }

  /**
   * The session's id is then the hash of the browser's secret and of the account, and the claim names the account: what
   * one account of a browser began or proved is nothing to the next. An access token needs no account, since only who
   * owns the session can exchange it.
   */
  function boundState(account: string): GateState {
    const claimPolicy = boundPolicy(policy, account)
    const ownSeams = { ...seams, sessionIdOf: (secret: string) => seams.sessionIdOf(`${secret} ${account}`) }
    return {
      ...unbound,
      claimPolicy,
      seams: ownSeams,
      holdsHere: claim => holdsFor(claim, claimPolicy),
      claimOf: request => claimFor(request, claimPolicy),
      ownsSession: (request, sessionId) => ownsSession(request, sessionId, ownSeams),
    }
  }

  return boundTo => (boundTo === undefined ? unbound : boundState(boundTo))
}

export function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}
