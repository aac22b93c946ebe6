/** How many bytes from the beginning of a file `sniffType` would like to see. */
export const SNIFF_SIZE = 4100

/**
 * The type of a file by its first bytes. What the sender claims is never asked: a name or a header can say anything.
 * Text is plain text here, whatever language it is in, so that HTML and SVG cannot come back as something that runs.
 */
export function sniffType(head: Uint8Array): string {
  const found = SIGNATURES.find(([, at, signature]) => holds(head, at, signature))
  if (found) return found[0]
  if (holds(head, 0, 'RIFF')) return RIFF[latin1(head, 8, 12)] ?? UNKNOWN
  if (holds(head, 4, 'ftyp')) return typeOfBrand(latin1(head, 8, 12))
  if (holds(head, 0, 'PK\x03\x04')) return typeOfArchive(head)
  if (isMpegAudio(head)) return 'audio/mpeg'
  return isText(head) ? 'text/plain' : UNKNOWN
}

const UNKNOWN = 'application/octet-stream'

const SIGNATURES: [type: string, at: number, signature: string][] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['application/pdf', 0, '%PDF-'],
  ['application/rtf', 0, '{\\rtf'],
  ['application/gzip', 0, '\x1f\x8b\x08'],
  ['application/x-7z-compressed', 0, '7z\xbc\xaf\x27\x1c'],
  ['application/vnd.rar', 0, 'Rar!\x1a\x07'],
  // An archive without a single file.
  ['application/zip', 0, 'PK\x05\x06'],
  // Word, Excel, PowerPoint and Outlook before 2007.
  ['application/x-ole-storage', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/ogg', 0, 'OggS'],
  ['video/webm', 0, '\x1a\x45\xdf\xa3'],
]

const RIFF: Record<string, string> = { WEBP: 'image/webp', WAVE: 'audio/wav', 'AVI ': 'video/x-msvideo' }

function typeOfBrand(brand: string): string {
  if (brand === 'avif') return 'image/avif'
  if (/^(heic|heix|mif1)$/.test(brand)) return 'image/heic'
  if (/^M4[AB] $/.test(brand)) return 'audio/mp4'
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** Office documents are archives; which one shows in the names of the files inside, which stand uncompressed. */
function typeOfArchive(head: Uint8Array): string {
  const text = latin1(head, 0, SNIFF_SIZE)
  // The name of the first file stands after 30 bytes; these formats put their type there, as the whole content.
  const [, declared] =
    /^mimetype(application\/(?:vnd\.oasis\.opendocument\.[a-z]+|epub\+zip))/.exec(text.slice(30)) ?? []
  if (declared) return declared
  if (!text.includes('[Content_Types].xml') && !text.includes('_rels/.rels')) return 'application/zip'
  if (text.includes('word/')) return `${OFFICE}.wordprocessingml.document`
  if (text.includes('xl/')) return `${OFFICE}.spreadsheetml.sheet`
  if (text.includes('ppt/')) return `${OFFICE}.presentationml.presentation`
  return 'application/zip'
}

/** The head of a frame: eleven set bits, then a version, a layer and a rate that exist. */
function isMpegAudio([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const layer = (second >> 1) & 0b11
  const version = (second >> 3) & 0b11
  return first === 0xff && (second & 0xe0) === 0xe0 && version !== 1 && layer === 1 && third >> 4 !== 0xf
}

function isText(head: Uint8Array): boolean {
  if (head.byteLength === 0) return false
  if (holds(head, 0, '\xff\xfe') || holds(head, 0, '\xfe\xff')) return true
  try {
    // A character may be cut off at the end of the head, which `stream` forgives.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what makes a file text.
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text)
  } catch {
    return false
  }
}

function holds(head: Uint8Array, at: number, signature: string): boolean {
  return latin1(head, at, at + signature.length) === signature
}

function latin1(head: Uint8Array, start: number, end: number): string {
  return Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1', start, end)
}
