/** Headers and bodies the attacks share. */

export const JSON_TYPE = { 'content-type': 'application/json' }
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const BOUNDARY = 'frontier'
export const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

export interface Part {
  name: string
  content: string | Buffer
  filename?: string
}

export function multipart(parts: readonly Part[], { closed = true } = {}) {
  const pieces = parts.flatMap(({ name, content, filename }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: application/octet-stream`
    return [
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]
  })
  return { headers: MULTIPART, body: Buffer.concat([...pieces, Buffer.from(closed ? `--${BOUNDARY}--\r\n` : '')]) }
}

/** The same letter for ever, up to a number of bytes, in pieces of 64 KB. */
export function* endless(letter: string, most: number, beginning = ''): Generator<Buffer> {
  if (beginning) yield Buffer.from(beginning)
  const piece = Buffer.alloc(65_536, letter)
  for (let sent = 0; sent < most; sent += piece.length) yield piece
}

/** The head of a request as bytes, with whatever headers. */
export function rawRequest(method: string, path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`
}

/** One chunk of a chunked body. */
export function chunked(content: string): string {
  return `${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n`
}
