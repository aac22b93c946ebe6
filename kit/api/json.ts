/**
 * JSON text made elsewhere (by PostgreSQL, mostly) that goes to the caller as it is, without being parsed
 * and printed again. The type says what the text holds.
 *
 * @example const deal: Json<Deal> = json(row.deal)
 */
export interface Json<T> {
  readonly [WRITTEN]: string | Uint8Array
  readonly [HOLDS]?: T
}

declare const HOLDS: unique symbol
const WRITTEN: unique symbol = Symbol('json text')

/** Out of text, or of its bytes in UTF-8: a long text that nobody looks into is passed on for less as bytes. */
export function json<T>(written: string | Uint8Array): Json<T> {
  return { [WRITTEN]: written }
}

export function isJson(value: unknown): value is Json<unknown> {
  return typeof value === 'object' && value !== null && WRITTEN in value
}

/** The text of a value that may be JSON text already. */
export function textOf(value: unknown): string {
  if (!isJson(value)) return JSON.stringify(value) ?? 'null'
  const written = value[WRITTEN]
  return typeof written === 'string' ? written : Buffer.from(written).toString()
}

/** A value with texts around it: text, or bytes where the value is written in bytes. */
export function textAround(before: string, value: unknown, after: string): string | Uint8Array<ArrayBuffer> {
  const written = isJson(value) ? value[WRITTEN] : textOf(value)
  if (typeof written === 'string') return `${before}${written}${after}`
  return Buffer.concat([Buffer.from(before), written, Buffer.from(after)])
}

/** Reads JSON text back into a value, for the few places that must look inside. */
export function parsed<T>(given: Json<T>): T {
  return JSON.parse(textOf(given))
}

/** A JSON array out of texts, each one element. */
export function jsonArray<T>(texts: readonly string[]): Json<T[]> {
  return json(`[${texts.join(',')}]`)
}

/**
 * The JSON text of an object with more fields after its own. A field that is JSON text already goes in as it is, one
 * that is undefined is left out.
 *
 * @example withFields('{"id":1}', { title: 'Deal' }) // '{"id":1,"title":"Deal"}'
 */
export function withFields(object: string, fields: Readonly<Record<string, unknown>>): string {
  const more = textOfFields(fields)
  if (more === '{}') return object
  return object === '{}' ? more : `${object.slice(0, -1)},${more.slice(1)}`
}

function textOfFields(fields: Readonly<Record<string, unknown>>): string {
  if (!Object.values(fields).some(isJson)) return JSON.stringify(fields)
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return `{${given.map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`).join(',')}}`
}
