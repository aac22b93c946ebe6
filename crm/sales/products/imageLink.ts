import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The address of a product image: whoever has it sees the image, for seven days, without signing in. It is signed with
 * a secret of the image, so that a new image, or none, makes it worthless at once.
 */
export interface ImageLink {
  companyId: number
  imageId: number
  /** Seconds since 1970. */
  expires: number
}

const LIFETIME_SECONDS = 7 * 24 * 3600
const HOUR_SECONDS = 3600

/** Within an hour the same image has the same address, so that browsers can keep it. */
export function linkFor(companyId: number, imageId: number, now: Date): ImageLink {
  const hour = Math.ceil(now.getTime() / 1000 / HOUR_SECONDS) * HOUR_SECONDS
  return { companyId, imageId, expires: hour + LIFETIME_SECONDS }
}

/** `1-7-1767225600-…` */
export function writeLink(link: ImageLink, secret: Uint8Array): string {
  return `${claims(link)}-${signature(link, secret)}`
}

/** What a link claims, still to be checked against the secret of the image. */
export function readLink(text: string): (ImageLink & { signature: string }) | undefined {
  const [, companyId, imageId, expires, signed] = /^(\d{1,15})-(\d{1,15})-(\d{1,12})-([\w-]{43})$/.exec(text) ?? []
  if (!signed) return undefined
  return { companyId: Number(companyId), imageId: Number(imageId), expires: Number(expires), signature: signed }
}

export function isGenuine(link: ImageLink & { signature: string }, secret: Uint8Array, now: Date): boolean {
  if (link.expires * 1000 < now.getTime()) return false
  return timingSafeEqual(Buffer.from(signature(link, secret)), Buffer.from(link.signature))
}

function signature(link: ImageLink, secret: Uint8Array): string {
  return createHmac('sha256', secret).update(claims(link)).digest('base64url')
}

function claims({ companyId, imageId, expires }: ImageLink): string {
  return `${companyId}-${imageId}-${expires}`
}
