import { failure } from '../../api/failure.ts'
import { broken as brokenWorkbook } from './zipReader.ts'

/** A piece of an XML document, in the order of its text. Names are without the prefix of their namespace. */
export type XmlToken =
  | { type: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { type: 'close'; name: string }
  | { type: 'text'; text: string }

/** A tag, or the text of a cell: Excel allows 32,767 characters. */
const LONGEST = 1_000_000

/**
 * Reads XML piece by piece. There are no entities but the five that XML knows and characters by number: a document that
 * declares some is refused, so that nothing grows and nothing is fetched. `broken` is what is said of one that is no XML.
 */
export async function* xmlTokens(
  pieces: AsyncIterable<Uint8Array>,
  broken: () => Error = brokenWorkbook,
): AsyncGenerator<XmlToken[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const piece of pieces) {
    const read = tokensIn(rest + textIn(decoder, piece, broken))
    rest = read.rest
    if (rest.length > LONGEST) throw broken()
    if (read.tokens.length > 0) yield read.tokens
  }
  if (rest.trim() !== '') throw broken()
}

function textIn(decoder: InstanceType<typeof TextDecoder>, piece: Uint8Array, broken: () => Error): string {
  try {
    return decoder.decode(piece, { stream: true })
  } catch {
    throw broken()
  }
}

function tokensIn(text: string): { tokens: XmlToken[]; rest: string } {
  const tokens: XmlToken[] = []
  let at = 0
  while (at < text.length) {
    if (text[at] !== '<') {
      const next = text.indexOf('<', at)
      if (next === -1) break
      tokens.push({ type: 'text', text: plainText(text.slice(at, next)) })
      at = next
      continue
    }
    const [end, token] = tagAt(text, at)
    if (end === -1) break
    if (token) tokens.push(token)
    at = end
  }
  return { tokens, rest: text.slice(at) }
}

/** The tag at a place and where it ends; -1 when its end is not there yet. */
function tagAt(text: string, at: number): [number, XmlToken?] {
  if (text.startsWith('<!--', at)) return [after(text, '-->', at)]
  if (text.startsWith('<![CDATA[', at)) {
    const end = after(text, ']]>', at)
    return end === -1 ? [-1] : [end, { type: 'text', text: text.slice(at + 9, end - 3) }]
  }
  if (text.startsWith('<?', at)) return [after(text, '?>', at)]
  const begin = text.slice(at, at + 9)
  if (['<![CDATA[', '<!--', '<!DOCTYPE'].some(known => known !== begin && known.startsWith(begin))) return [-1]
  if (begin.startsWith('<!')) return [endOfDoctype(text, at)]
  const end = endOfTag(text, at)
  if (end === -1) return [-1]
  if (text[at + 1] === '/') return [end, { type: 'close', name: localName(text.slice(at + 2, end - 1).trim()) }]
  const isEmpty = text[end - 2] === '/'
  const inside = text.slice(at + 1, end - (isEmpty ? 2 : 1))
  const space = inside.search(/\s/)
  const [name, attributes] = space === -1 ? [inside, ''] : [inside.slice(0, space), inside.slice(space)]
  return [end, { type: 'open', name: localName(name), attributes, isEmpty }]
}

/** One that only names its kind declares nothing; what it names is not fetched. */
function endOfDoctype(text: string, at: number): number {
  const end = endOfTag(text, at)
  const inside = text.slice(at, end === -1 ? undefined : end)
  if (!inside.startsWith('<!DOCTYPE') || inside.includes('['))
    throw failure('unsupported', 'The file declares entities in its DOCTYPE, which are not read: take them out')
  return end
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at === -1 ? -1 : at + end.length
}

/** A `>` may stand in the value of an attribute. */
function endOfTag(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (quote) {
      if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return at + 1
  }
  return -1
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The value of an attribute, whatever its prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  for (const [, found, double, single] of attributes.matchAll(
    /\s(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  ))
    if (found === name) return plainText(double ?? single ?? '')
  return undefined
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plainText(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{2,4}));/g, (all, decimal, hex, name) => {
    if (name) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? all) : all
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
  })
}
