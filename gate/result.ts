import type { ProviderRequest } from './provider/provider.ts'

/** The request carries a claim that holds. */
export interface Verified {
  type: 'verified'
  provider: string
  /** SHA-256 of the provider's identifier, in hexadecimal: the same person, the same text. */
  verificationId: string
  /** Seconds since the epoch. */
  expiresAt: number
  /** For the answer: `X-Verification-Id`. */
  headers: Headers
}

/** The request needs a check first. */
export interface Pending {
  type: 'pending'
  session: {
    id: string
    /** Seconds since the epoch, at the latest: one that another tab has opened before ends sooner. */
    expiresAt: number
  }
  /** What each provider needs to start, by name. */
  providers: Readonly<Record<string, ProviderRequest>>
  /** For the answer: `Set-Cookie` of the session, when it is a new one. */
  headers: Headers
}

export const VERIFICATION_ID = 'X-Verification-Id'
