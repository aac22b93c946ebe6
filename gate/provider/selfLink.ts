import type { ResolvedConfig } from '../config.ts'
import { lettersOfCountry } from '../countries.ts'

/** The circuit compares at most this many issuing states. */
const MAX_EXCLUDED = 40

/** Celo's number; part of the link whatever network the registry is on. */
const CHAIN_ID = 42_220

export interface SelfDisclosures {
  minimumAge: number
  excludedCountries: readonly string[]
  nationality: boolean
  issuing_state: boolean
  ofac: boolean
}

/**
 * The circuit's own list compares the issuing state, never the nationality, and holds forty. Everything else is
 * disclosed to the server, compared here and forgotten.
 */
export function disclosuresOf({ disclosures: { minAge, nationality, issuingState } }: ResolvedConfig): SelfDisclosures {
  const excluded = (issuingState?.excluded ?? []).flatMap(lettersOfCountry)
  const fits = excluded.length <= MAX_EXCLUDED
  return {
    minimumAge: minAge,
    excludedCountries: fits ? excluded : [],
    nationality: nationality !== undefined,
    issuing_state: issuingState?.included !== undefined || !fits,
    ofac: false,
  }
}

export function universalLink(config: ResolvedConfig, disclosures: SelfDisclosures, sessionId: string): string {
  const app = {
    appName: config.appName,
    scope: config.scope,
    endpoint: `${config.domain}${config.basePath === '/' ? '' : config.basePath}/verify/self`,
    endpointType: config.dev ? 'staging_https' : 'https',
    userId: sessionId,
    userIdType: 'uuid',
    sessionId,
    disclosures,
    devMode: config.dev,
    header: '',
    logoBase64: '',
    deeplinkCallback: '',
    chainID: CHAIN_ID,
    version: 2,
    userDefinedData: '',
  }
  return `https://redirect.self.xyz?selfApp=${encodeURIComponent(JSON.stringify(app))}`
}
