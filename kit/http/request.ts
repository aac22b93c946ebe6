import { failure, isFailure } from '../api/failure.ts'
import type { Operation } from '../api/operation.ts'
import { formBody } from './formBody.ts'
import { REQUEST_LIMITS } from './requestLimits.ts'

/**
 * The parsed body of a request, as the operation expects it. An empty body is an absent one whatever its content
 * type says: clients send body-less POSTs as empty forms.
 */
export async function readBody(request: Request, operation: Operation): Promise<unknown> {
  const text = await readText(request)
  if (text === '') return undefined
  const type = contentType(request)
  if (type === 'application/x-www-form-urlencoded') return formBody(parseForm(text))
  if (type !== 'application/json' && !type.endsWith('+json') && type !== '')
    throw failure('unsupported', `Send the body as application/json, not ${type}`, { field: 'content-type' })
  if (operation.bodyKind === 'form' && type === '') return formBody(parseForm(text))
  return parseJson(text)
}

export function contentType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** The fields of a form, counted before they are taken apart: that costs more than everything else done with them. */
export function parseForm(text: string): URLSearchParams {
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1))
    if (++fields > REQUEST_LIMITS.fields)
      throw failure('invalid', `The form has more than ${REQUEST_LIMITS.fields} fields`, { field: 'body' })
  return new URLSearchParams(text)
}

/** The keys of a query: repeated ones become lists, `a[]` is `a`; all values are text. */
export function formFields(fields: URLSearchParams): Record<string, string | string[]> {
  if (fields.size > REQUEST_LIMITS.fields)
    throw failure('invalid', `The query has more than ${REQUEST_LIMITS.fields} keys`, { field: 'query' })
  const read = new Map<string, string | string[]>()
  for (const [name, value] of fields) {
    const key = name.endsWith('[]') ? name.slice(0, -2) : name
    if (key === '__proto__') continue
    const before = read.get(key)
    if (before === undefined) read.set(key, value)
    else if (typeof before === 'string') read.set(key, [before, value])
    else before.push(value)
  }
  return Object.fromEntries(read)
}

/** The body as text, no larger than `maxBytes` whatever its sender declared. */
export async function readText(request: Request, maxBytes: number = REQUEST_LIMITS.bodyBytes): Promise<string> {
  const declared = request.headers.get('content-length')
  if (Number(declared) > maxBytes) throw tooLarge(maxBytes)
  try {
    if (declared !== null) return await request.text()
    return request.body ? await readChunks(request.body, maxBytes) : ''
  } catch (error) {
    throw isFailure(error) ? error : cutOff(error)
  }
}

/** A client that went away in the middle is no fault of ours, nor of the database, although its error looks alike. */
function cutOff(error: unknown) {
  return failure('invalid', 'The body was cut off', { field: 'body', log: String(error) })
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

export function parseJson(text: string): unknown {
  refuseUnwieldy(text)
  if (PROTO_AS_KEY.test(text)) throw failure('invalid', '__proto__ is not a field', { field: '__proto__' })
  try {
    return JSON.parse(text)
  } catch {
    throw failure('invalid', 'The body is not valid JSON', { field: 'body' })
  }
}

/**
 * The key written out, or with any of its letters escaped. Within a string the quotes around it would be escaped.
 * Found in the text, because a function that JSON.parse calls for each value doubles the time of parsing.
 */
const PROTO_AS_KEY =
  /[{,\s]"(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}"\s*:/

/**
 * Looks before parsing: a deeply nested text costs stack and memory once parsed, one of many small values more time
 * to parse and check than its length tells.
 */
function refuseUnwieldy(text: string): void {
  const { jsonDepth, jsonKeys, jsonValues } = REQUEST_LIMITS
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case OPEN_BRACE:
      case OPEN_BRACKET:
        values++
        if (++depth > jsonDepth) throw failure('invalid', `The JSON is nested deeper than ${jsonDepth} levels`)
        keysAt[depth] = text.charCodeAt(at) === OPEN_BRACE ? 1 : A_LIST
        break
      case COMMA:
        values++
        keysAt[depth] = (keysAt[depth] ?? 0) + 1
        if ((keysAt[depth] ?? 0) > jsonKeys) throw failure('invalid', `A JSON object has more than ${jsonKeys} keys`)
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--
    }
    if (values > jsonValues) throw failure('invalid', `The JSON has more than ${jsonValues} keys and list elements`)
  }
}

/** How many keys the object of each level has so far; lists start so low that their elements never reach the limit. */
const keysAt = new Int32Array(REQUEST_LIMITS.jsonDepth + 1)
const A_LIST = -(2 ** 30)

/** Where the string that begins at a quote ends; the end of the text when it does not. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [123, 125, 91, 93]
