/**
 * JSON text made elsewhere (by PostgreSQL, mostly) that goes to the caller as it is, without being parsed
 * and printed again. The type says what the text holds.
 *
 * @example const deal: Json<Deal> = json(row.deal)
 */
export interface Json<T> {
  readonly [TEXT]: string
  readonly [HOLDS]?: T
}

declare const HOLDS: unique symbol
const TEXT: unique symbol = Symbol('json text')

export function json<T>(text: string): Json<T> {
  return { [TEXT]: text }
}

export function isJson(value: unknown): value is Json<unknown> {
  return typeof value === 'object' && value !== null && TEXT in value
}

/** The text of a value that may be JSON text already. */
export function textOf(value: unknown): string {
  return isJson(value) ? value[TEXT] : (JSON.stringify(value) ?? 'null')
}

/** Reads JSON text back into a value, for the few places that must look inside. */
export function parsed<T>(given: Json<T>): T {
  return JSON.parse(given[TEXT])
}

/** A JSON array out of texts, each one element. */
export function jsonArray<T>(texts: readonly string[]): Json<T[]> {
  return json(`[${texts.join(',')}]`)
}
