import { sniffType } from '@portico/kit/files/sniffType'
import type { MarketServices } from '../api/context.ts'
import { type PictureSize, pictureKey } from '../books/pictures.ts'

/** A picture never changes under its id, so it may be kept for ever. */
export async function servePicture(services: MarketServices, id: string, size: PictureSize): Promise<Response> {
  const found = /^[0-9a-f]{32}$/.test(id) ? await services.files.get(pictureKey(id, size)) : undefined
  if (!found) return new Response('There is no such picture', { status: 404 })
  const bytes = new Uint8Array(await new Response(found.stream).arrayBuffer())
  return new Response(bytes, {
    headers: {
      'content-type': sniffType(bytes),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}
