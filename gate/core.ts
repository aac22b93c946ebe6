import type { GateConfig, ResolvedConfig } from './config.ts'
import { REAL_SEAMS } from './gateState.ts'
import { gateWith } from './gateWith.ts'
import type { Pending, Verified } from './result.ts'

export type { CountryFilter, Disclosures, Fetch, GateConfig, ProviderName, ResolvedConfig } from './config.ts'
export type { FailureCode, GateEvent } from './event.ts'
export type { Messages, PageOptions } from './page/messages.ts'
export type { Groth16Key } from './provider/groth16.ts'
export type { Outcome, Provider, ProviderRequest, Refusal } from './provider/provider.ts'
export { refused } from './provider/provider.ts'
export type { SelfOptions } from './provider/self.ts'
export type { ZkOptions } from './provider/zk.ts'
export { isZkAvailable } from './provider/zkSdk.ts'
export type { Pending, Verified } from './result.ts'
export type { SessionAdapter } from './session/sessionAdapter.ts'

/** Whom a session and its claim belong to, beside the browser. */
export interface Binding {
  /** The account that is signed in, as the application names it. A claim of one account is worth nothing to another. */
  boundTo?: string | undefined
}

export interface Gate {
  /** Whether a request is already verified; if not, a session and what the providers need to start. */
  verified(request: Request, binding?: Binding): Promise<Verified | Pending>
  /** Handles `/sse`, `/verify/<provider>` and `/claim`, bare of the base path; 404 for anything else. */
  verify(request: Request, binding?: Binding): Promise<Response>
  /** As `verify`, with the base path still on the request; undefined for a request that is not the library's. */
  handle(request: Request, binding?: Binding): Promise<Response | undefined>
  /** The answer to a request that needs a check: status 511 with the page, or JSON where HTML is not wanted. */
  challenge(pending: Pending, request: Request): Response
  /** The configuration with its defaults, without the secret. */
  readonly config: ResolvedConfig
}

/**
 * Puts an identity check in front of requests.
 *
 * ```ts
 * const door = gate({
 *   domain: 'https://example.com',
 *   providers: ['self'],
 *   disclosures: { minAge: 18 },
 *   secret: process.env.GATE_SECRET,
 * })
 *
 * const result = await door.verified(request)
 * if (result.type === 'pending') return door.challenge(result, request)
 * ```
 */
export function gate(config: GateConfig): Gate {
  return gateWith(config, REAL_SEAMS)
}
