import type { Json } from './json.ts'

/** What an operation gives back: its data, as a value or as JSON text, alone or with something beside it. */
export type Answer<T> = T | Json<T> | Answered<T>

/** Data with envelope fields beside it, response headers, or another status than the declared one. */
export interface Answered<T> {
  readonly [ANSWERED]: true
  readonly data: T | Json<T>
  readonly beside: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly status: number | undefined
}

const ANSWERED: unique symbol = Symbol('answered')

/** @example return answer(deals, { beside: { additional_data: { next_cursor } } }) */
export function answer<T>(
  data: T | Json<T>,
  rest: { beside?: Record<string, unknown>; headers?: Record<string, string>; status?: number } = {},
): Answered<T> {
  return { [ANSWERED]: true, data, beside: rest.beside ?? {}, headers: rest.headers ?? {}, status: rest.status }
}

export function answered(result: unknown): Answered<unknown> {
  return isAnswered(result) ? result : answer(result)
}

function isAnswered(value: unknown): value is Answered<unknown> {
  return typeof value === 'object' && value !== null && ANSWERED in value
}
