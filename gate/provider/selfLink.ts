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

/**
 * Every byte makes the QR code finer, so what Self's app takes for granted is left out: a header, a logo and a way back
 * that are empty, `devMode` when it is off, disclosures that are not asked for. The app reads each of these as absent
 * or empty alike; `userDefinedData` it takes apart, so that one stays.
 */
export function universalLink(config: ResolvedConfig, disclosures: SelfDisclosures, sessionId: string): string {
  const app = {
    appName: config.appName,
    scope: config.scope,
    endpoint: `${config.domain}${config.basePath === '/' ? '' : config.basePath}/verify/self`,
    endpointType: config.dev ? 'staging_https' : 'https',
    userId: sessionId,
    userIdType: 'uuid',
    sessionId,
    disclosures: onlyAsked(disclosures),
    ...(config.dev && { devMode: true }),
    chainID: CHAIN_ID,
    version: 2,
    userDefinedData: '',
  }
  return `https://redirect.self.xyz?selfApp=${queryValue(JSON.stringify(app))}`
}

function onlyAsked(disclosures: SelfDisclosures): Partial<SelfDisclosures> {
  const isAsked = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== false)
  return Object.fromEntries(Object.entries(disclosures).filter(([, value]) => isAsked(value)))
}

/**
 * JSON inside a query. Colon, comma and slash may stand there as they are (RFC 3986), and one in six bytes is one of
 * them. Self's app decodes the whole link before it takes it apart, so what divides a query is written as JSON escapes.
 */
function queryValue(json: string): string {
  const undivided = json.replace(/[&#%+]/g, sign => `\\u00${sign.charCodeAt(0).toString(16)}`)
  return encodeURIComponent(undivided).replace(/%(?:3A|2C|2F)/g, decodeURIComponent)
}
