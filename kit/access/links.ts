import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The secret part of links in mails. It follows from an id and the server's secret, so that a mail can be written (and
 * sent again) later without the link ever being stored; the database holds a digest to find it by.
 */
export interface Links {
  make(purpose: LinkPurpose, id: string): string
  isFor(purpose: LinkPurpose, id: string, token: string): boolean
}

export type LinkPurpose = 'signup' | 'reset' | 'unsubscribe' | 'unsubscribeSearch' | 'password'

export function openLinks(product: string, secrets: readonly string[]): Links {
  const make = (secret: string, purpose: LinkPurpose, id: string) =>
    createHmac('sha256', secret).update(`${product} ${purpose} ${id}`).digest('hex').slice(0, 48)
  const [current] = secrets
  if (current === undefined) throw new Error(`the ${product} needs a secret to make links with`)

  return {
    make: (purpose, id) => make(current, purpose, id),
    isFor: (purpose, id, token) => secrets.some(secret => equal(make(secret, purpose, id), token)),
  }
}

export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Digests have one length, whatever stands in an address somebody typed. */
function equal(a: string, b: string): boolean {
  return timingSafeEqual(digestOf(a), digestOf(b))
}
