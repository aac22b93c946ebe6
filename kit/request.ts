import { failure, isFailure } from './failure.ts'
import type { Operation } from './operation.ts'

export interface BodyLimits {
  maxBytes: number
  maxDepth: number
}

/**
 * The parsed body of a request, as the operation expects it. An empty body is an absent one whatever its content
 * type says: clients send body-less POSTs as empty forms.
 */
export async function readBody(request: Request, operation: Operation, limits: BodyLimits): Promise<unknown> {
  const text = await readText(request, limits.maxBytes).catch(asCutOff)
  if (text === '') return undefined
  const type = contentType(request)
  if (type === 'application/x-www-form-urlencoded') return formFields(new URLSearchParams(text))
  if (type !== 'application/json' && !type.endsWith('+json') && type !== '')
    throw failure('unsupported', `Send the body as application/json, not ${type}`, { field: 'content-type' })
  if (operation.bodyKind === 'form' && type === '') return formFields(new URLSearchParams(text))
  return parseJson(text, limits.maxDepth)
}

export function contentType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Repeated keys become lists, `a[]` is `a`; all values are text. */
export function formFields(fields: URLSearchParams): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = {}
  for (const [name, value] of fields) {
    const key = name.endsWith('[]') ? name.slice(0, -2) : name
    if (key === '__proto__') continue
    const before = read[key]
    read[key] = before === undefined ? value : [before, value].flat()
  }
  return read
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    if (Number(declared) > maxBytes) throw tooLarge(maxBytes)
    return request.text()
  }
  if (!request.body) return ''
  return readChunks(request.body, maxBytes)
}

/** A client that went away in the middle is no fault of ours, nor of the database, although its error looks alike. */
function asCutOff(error: unknown): never {
  if (isFailure(error)) throw error
  throw failure('invalid', 'The body was cut off', { field: 'body', log: String(error) })
}

async function readChunks(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function tooLarge(maxBytes: number) {
  return failure('too_large', `The body is larger than ${maxBytes} bytes`, { field: 'body' })
}

export function parseJson(text: string, maxDepth: number): unknown {
  if (deeperThan(text, maxDepth)) throw failure('invalid', `The JSON is nested deeper than ${maxDepth} levels`)
  try {
    return JSON.parse(text, MAY_NAME_PROTO.test(text) ? refuseProto : undefined)
  } catch (error) {
    throw isFailure(error) ? error : failure('invalid', 'The body is not valid JSON', { field: 'body' })
  }
}

/** Written out, or with any of its letters escaped. */
const MAY_NAME_PROTO = /__proto__|\\u00/

function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw failure('invalid', '__proto__ is not a field', { field: '__proto__' })
  return value
}

/** Looks before parsing: a deeply nested text costs stack and memory once parsed. */
function deeperThan(text: string, maxDepth: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > maxDepth) return true
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
  }
  return false
}

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [34, 92, 123, 125, 91, 93]
