import { openSealedSecret } from '@portico/kit/access/sealedSecret'
import type { Outgoing } from '@portico/kit/http/outgoing'
import { storableText } from '@portico/kit/mail/storableText'
import { WEBHOOK_PASSWORD, WEBHOOK_SECRET } from '../../base/access/webhookSecrets.ts'
import { signedHeaders } from './signature.ts'

/** Where a delivery goes, and what it is signed with. */
export interface Target {
  subscriptionUrl: string
  httpAuthUser: string | null
  httpAuthPasswordSealed: Uint8Array | null
  secretSealed: Uint8Array
  oldSecretSealed: Uint8Array | null
  oldSecretUntil: Date | null
}

export interface Sent {
  ok: boolean
  duration_ms: number
  http_status: number | null
  /** The beginning of what was answered. */
  answer: string | null
  error: string | null
}

/** How much of an answer is kept. */
const ANSWER_CHARACTERS = 1000

/** Sends a body once. Any status from 200 to 299 within ten seconds counts as delivered. */
export async function sendOnce(
  send: Outgoing,
  secrets: readonly string[],
  target: Target,
  { eventId, body, now }: { eventId: string; body: string; now: Date },
): Promise<Sent> {
  const signing = signingSecrets(secrets, target, now)
  const begun = performance.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Portico',
    ...signedHeaders(signing, { id: eventId, time: now, body }),
    ...basicAuth(secrets, target),
  }
  const sent = await send({ method: 'POST', url: target.subscriptionUrl, headers, body })
  const duration_ms = Math.round(performance.now() - begun)
  if (sent.problem !== undefined)
    return { ok: false, duration_ms, http_status: sent.status ?? null, answer: null, error: sent.message }
  const ok = sent.status >= 200 && sent.status < 300
  const answer = storable(sent.text)
  return { ok, duration_ms, http_status: sent.status, answer, error: ok ? null : `Answered with status ${sent.status}` }
}

/** PostgreSQL has no way to keep NUL in a text. */
function storable(text: string): string {
  return storableText(text.slice(0, ANSWER_CHARACTERS))
}

function signingSecrets(secrets: readonly string[], target: Target, now: Date): string[] {
  const { secretSealed, oldSecretSealed, oldSecretUntil } = target
  const isOldValid = oldSecretSealed && oldSecretUntil && oldSecretUntil > now
  return [secretSealed, ...(isOldValid ? [oldSecretSealed] : [])]
    .map(sealed => openSealedSecret(sealed, WEBHOOK_SECRET, secrets))
    .filter(secret => secret !== undefined)
}

function basicAuth(secrets: readonly string[], target: Target): Record<string, string> {
  const { httpAuthUser, httpAuthPasswordSealed } = target
  if (!httpAuthUser && !httpAuthPasswordSealed) return {}
  const password = httpAuthPasswordSealed && openSealedSecret(httpAuthPasswordSealed, WEBHOOK_PASSWORD, secrets)
  return { authorization: `Basic ${Buffer.from(`${httpAuthUser ?? ''}:${password ?? ''}`).toString('base64')}` }
}
