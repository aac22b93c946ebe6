import type { Signing } from './signing.ts'

/** What a claim cookie says: this browser showed this policy to hold, at this site, until then. */
export interface Claim {
  /** The site it was issued for. */
  audience: string
  /** Hash of everything that was asked, so that an 18+ claim does not open a 21+ gate. */
  policy: string
  provider: string
  /** SHA-256 of the provider's identifier. */
  verificationId: string
  issuedAt: number
  expiresAt: number
}

/** A completed session holds the same facts, bound to that session, for one minute. */
export interface AccessToken extends Claim {
  sessionId: string
}

const VERSION = 1

export function sealClaim(signing: Signing, claim: Claim): Promise<string> {
  return signing.sign('claim', JSON.stringify(fieldsOf(claim)))
}

/** The claim in a cookie, or undefined when it is not one of ours. The caller checks what it says. */
export async function openClaim(signing: Signing, cookie: string): Promise<Claim | undefined> {
  const text = await signing.open('claim', cookie)
  return text === undefined ? undefined : claimIn(JSON.parse(text))
}

export function sealAccessToken(signing: Signing, token: AccessToken): Promise<string> {
  return signing.sign('token', JSON.stringify([...fieldsOf(token), token.sessionId]))
}

export async function openAccessToken(signing: Signing, signed: string): Promise<AccessToken | undefined> {
  const text = await signing.open('token', signed)
  if (text === undefined) return undefined
  const fields: unknown = JSON.parse(text)
  const sessionId = Array.isArray(fields) ? fields[7] : undefined
  const claim = claimIn(fields)
  return claim && typeof sessionId === 'string' ? { ...claim, sessionId } : undefined
}

/** Whether a claim is good at that site, for those rules, by one of those providers, at that moment. */
export function holds(
  claim: Claim,
  audience: string,
  policy: string,
  providers: readonly string[],
  now: number,
): boolean {
  return (
    claim.audience === audience &&
    claim.policy === policy &&
    providers.includes(claim.provider) &&
    claim.issuedAt <= now + CLOCK_SKEW &&
    claim.expiresAt > now
  )
}

/** Seconds by which the clocks of two instances may differ. */
const CLOCK_SKEW = 60

/** A list in a fixed order, so that the same claim is always the same text. */
function fieldsOf(claim: Claim): (string | number)[] {
  const { audience, policy, provider, verificationId, issuedAt, expiresAt } = claim
  return [VERSION, audience, policy, provider, verificationId, issuedAt, expiresAt]
}

/** The text was signed by us; this only guards against an older version's layout. */
function claimIn(fields: unknown): Claim | undefined {
  if (!Array.isArray(fields) || fields[0] !== VERSION) return undefined
  const [, audience, policy, provider, verificationId, issuedAt, expiresAt] = fields
  const texts = [audience, policy, provider, verificationId].every(field => typeof field === 'string')
  if (!texts || !Number.isInteger(issuedAt) || !Number.isInteger(expiresAt)) return undefined
  return { audience, policy, provider, verificationId, issuedAt, expiresAt }
}
