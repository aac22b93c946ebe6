import { createHmac, randomBytes } from 'node:crypto'

/** What deliveries are signed with, by the scheme of Standard Webhooks (standardwebhooks.com). */

const PREFIX = 'whsec_'

export function newSecret(): string {
  return PREFIX + randomBytes(24).toString('base64')
}

/** The headers of a delivery; one signature for each secret, so that both are right while one takes the other's place. */
export function signedHeaders(
  secrets: readonly string[],
  { id, time, body }: { id: string; time: Date; body: string },
): Record<string, string> {
  const timestamp = Math.floor(time.getTime() / 1000)
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
