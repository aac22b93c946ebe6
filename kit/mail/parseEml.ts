/*
 * Reads back the messages written here: headers, and the plain text out of its alternatives, beside attachments or not.
 * It is no reader for mail from elsewhere.
 */

export interface ParsedEml {
  /** By name in lower case; the last one where a name repeats. */
  headers: Map<string, string>
  text: string
}

export function parseEml(bytes: Uint8Array): ParsedEml {
  const whole = splitEntity(Buffer.from(bytes).toString('latin1'))
  const headers = new Map([...whole.headers].map(([name, value]) => [name, decodeWords(value)]))
  return { headers, text: plainText(whole) ?? '' }
}

interface Entity {
  headers: Map<string, string>
  body: string
}

function splitEntity(raw: string): Entity {
  const end = raw.indexOf('\r\n\r\n')
  const head = end < 0 ? raw : raw.slice(0, end)
  // A line that begins with a blank continues the one before it.
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(lines.map(line => headerOf(line)))
  return { headers, body: end < 0 ? '' : raw.slice(end + 4) }
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function plainText(entity: Entity): string | undefined {
  const type = entity.headers.get('content-type') ?? ''
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (!boundary) return /^(?:text\/plain|$)/i.test(type) ? decodeBody(entity) : undefined
  const parts = entity.body.split(`--${boundary}`).slice(1, -1)
  for (const part of parts) {
    const text = plainText(splitEntity(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
    if (text !== undefined) return text
  }
  return undefined
}

function decodeBody({ headers, body }: Entity): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : Buffer.from(unquote(body, encoding), 'latin1')
  return bytes.toString('utf8').replace(/\r\n/g, '\n').trimEnd()
}

function unquote(body: string, encoding: string | undefined): string {
  if (encoding !== 'quoted-printable') return body
  return body
    .split('\r\n')
    .map(line => line.trimEnd())
    .join('\r\n')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, byteOfHex)
}

/** `=?UTF-8?Q?Za=C5=BC?=` and `=?UTF-8?B?…?=`; the blank between two such words is not part of the text. */
function decodeWords(value: string): string {
  const joined = value.replace(/(\?=)\s+(=\?)/g, '$1$2')
  // A letter may be spread over two words, so bytes are joined before they are read as UTF-8.
  const words = /(?:=\?utf-8\?[qb]\?[^?]*\?=)+/gi
  return joined.replace(words, run => {
    const parts = [...run.matchAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi)].map(([, kind = '', text = '']) =>
      wordBytes(kind, text),
    )
    return Buffer.concat(parts).toString('utf8')
  })
}

function wordBytes(kind: string, text: string): Buffer {
  if (kind.toLowerCase() === 'b') return Buffer.from(text, 'base64')
  return Buffer.from(text.replaceAll('_', ' ').replace(/=([0-9A-F]{2})/gi, byteOfHex), 'latin1')
}

function byteOfHex(_whole: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16))
}
