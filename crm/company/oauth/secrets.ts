import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { digestOf } from '../../base/access/apiToken.ts'

/** How long each of them is good for. */
export const CODE_MINUTES = 5
export const ACCESS_SECONDS = 3600
export const REFRESH_DAYS = 60

export function newCode(): string {
  return randomBytes(32).toString('base64url')
}

/** What all refresh tokens of a grant begin with. */
export function newFamily(): string {
  return randomBytes(16).toString('base64url')
}

export function newRefreshToken(family: string): string {
  return `${family}.${randomBytes(32).toString('base64url')}`
}

/** The family of what has the form of a refresh token. */
export function familyOf(token: string): string | undefined {
  return /^([A-Za-z0-9_-]{22})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1]
}

/** Compares digests in a time that tells nothing about where they differ. */
export function isSecret(text: string, digest: Uint8Array): boolean {
  return timingSafeEqual(digestOf(text), digest)
}

/** PKCE (RFC 7636, S256): whether a text is the one that the challenge was made of. */
export function answersChallenge(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** The base64url of a SHA-256. */
export function isChallenge(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}
