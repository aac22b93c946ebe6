import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Below this a text costs more to pack than it saves on the way. */
const WORTH_PACKING = 1024

/**
 * The best encoding that a caller takes. What it refuses (`q=0`) is not taken, whatever else the header says.
 */
export function encodingFor(request: Request): Encoding {
  const names = acceptedBy(request)
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}

/** For what is packed in one way only. */
export function takesGzip(request: Request): boolean {
  return acceptedBy(request).includes('gzip')
}

function acceptedBy(request: Request): (string | undefined)[] {
  const accepted = request.headers.get('accept-encoding')
  if (accepted === null || accepted.length > 200) return []
  return accepted
    .toLowerCase()
    .split(',')
    .filter(part => !REFUSED.test(part))
    .map(part => part.split(';', 1)[0]?.trim())
}

const REFUSED = /;\s*q=0(\.0{0,3})?\s*$/

/** Whether a text, or its bytes, is packed for a caller at all. Asked first, since packing has to be waited for. */
export function isPacked(request: Request, text: string | Uint8Array): boolean {
  return text.length > WORTH_PACKING && encodingFor(request) !== 'identity'
}

/** Packs a text for its caller, on a thread beside the event loop. */
export async function pack(
  request: Request,
  text: string | Uint8Array,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; encoding: Encoding }> {
  const encoding = encodingFor(request)
  const bytes = encoding === 'br' ? await brotli(text, BROTLI) : await zip(text, { level: 4 })
  return { bytes: new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength), encoding }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
// As quick as gzip and smaller.
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}
