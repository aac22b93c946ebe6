import type { X511Country } from './countries.ts'
import type { GateEvent } from './event.ts'
import type { PageOptions } from './page/messages.ts'
import type { Provider } from './provider/provider.ts'
import type { SelfOptions } from './provider/self.ts'
import type { ZkOptions } from './provider/zk.ts'
import type { SessionAdapter } from './session/sessionAdapter.ts'

/** Providers that come with the library. `test` passes or fails at a click and needs `dev: true`. */
export type ProviderName = 'self' | 'zk' | 'test'

/** Exactly one of the two lists. */
export type CountryFilter =
  | { included: readonly X511Country[]; excluded?: never }
  | { excluded: readonly X511Country[]; included?: never }

export interface Disclosures {
  /** Minimum age in years, 1 to 99. */
  minAge: number
  nationality?: CountryFilter
  /** The state that issued the document. */
  issuingState?: CountryFilter
}

/** As much of the global `fetch` as is used; some runtimes' own has members that nobody's replacement has. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export interface GateConfig {
  /** Public origin, as `https://example.com`. Verification links and callbacks use it. */
  domain: string
  /** Where the four routes are mounted. Default `/`. */
  basePath?: string
  /** Cookies without Secure, test documents accepted, provider `test` allowed. Never in production. */
  dev?: boolean
  /** One or more; your own providers may stand beside the built-in names. */
  providers: readonly (ProviderName | Provider)[]
  disclosures: Disclosures
  /** Default: in memory, this process only. */
  sessionAdapter?: SessionAdapter
  /** Signs claims; at least 32 characters. A list rotates: the first signs, all are accepted. Default: random. */
  secret?: string | readonly string[] | undefined
  /** Seconds a claim is good for. Default 900. */
  lifetime?: number
  /** Seconds a provider may take to check an answer; then it is refused as `timeout`. Default 60. */
  checkSeconds?: number
  /** JSON-RPC endpoint of the chain that knows Self's registry. Default: the public one of Celo. */
  rpcUrl?: string | undefined
  /** Used for every request the library makes. Default: the global one. */
  fetch?: Fetch
  /** Identifiers differ per scope and domain; at most 31 ASCII characters. Default `gate`. */
  scope?: string
  /** What a person reads in the provider's app. Default: the host of `domain`. */
  appName?: string
  page?: PageOptions
  /** Told of everything that happens; never carries personal data. */
  onEvent?: (event: GateEvent) => void
  /** Self's hub contract and verification keys, when they have moved on since this version. */
  self?: SelfOptions
  /** The relay between the page and the app of ZKPassport. */
  zk?: ZkOptions
}

/** What `gate(config).config` shows: defaults filled in, the secret left out. */
export interface ResolvedConfig {
  readonly domain: string
  readonly basePath: string
  readonly dev: boolean
  readonly providers: readonly string[]
  readonly disclosures: Readonly<Disclosures>
  readonly sessionAdapter: SessionAdapter
  readonly lifetime: number
  readonly checkSeconds: number
  readonly rpcUrl: string
  readonly fetch: Fetch
  readonly scope: string
  readonly appName: string
  readonly page: PageOptions
  readonly onEvent: (event: GateEvent) => void
  readonly self: SelfOptions
  readonly zk: ZkOptions
}
