import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/*
 * What a passkey signs to show that it is there now. A challenge is signed by the server and says when it ends, so that
 * handing one out stores nothing; one that was used is remembered until then.
 */

const MINUTES = 5

/** `in` signs somebody in, `new 12` adds a passkey to account 12. */
export type ChallengePurpose = 'in' | `new ${number}`

export function newChallenge(secret: string, purpose: ChallengePurpose, now: Date): Uint8Array<ArrayBuffer> {
  const ends = now.getTime() + MINUTES * 60_000
  const said = `${ends}.${randomBytes(18).toString('base64url')}`
  return Uint8Array.from(Buffer.from(`${said}.${macOf(secret, purpose, said)}`))
}

/** When a challenge of ours ends; undefined for one that was not made here for this, or has ended. */
export function challengeEnd(
  secrets: readonly string[],
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
): Date | undefined {
  const [ends = '', nonce = '', mac = ''] = Buffer.from(challenge, 'base64url').toString('utf8').split('.')
  const isOurs = secrets.some(secret => isEqual(macOf(secret, purpose, `${ends}.${nonce}`), mac))
  return isOurs && Number(ends) > now.getTime() ? new Date(Number(ends)) : undefined
}

function macOf(secret: string, purpose: ChallengePurpose, said: string): string {
  return createHmac('sha256', secret).update(`crm passkey ${purpose} ${said}`).digest('base64url')
}

function isEqual(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
