/**
 * The one error type. Rules throw it, each API turns it into its own error body.
 * `message` is for the person calling; `log` (never sent) is for the one who reads the log.
 *
 * @example throw failure('missing', 'Deal not found')
 * @example throw failure('invalid', 'title is required', { field: 'title' })
 */
export interface Failure extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly details: FailureDetails
}

export interface FailureDetails {
  /** The input that is wrong, as the caller wrote it: `title`, `value.currency`, `custom_fields.a1b2…` */
  field?: string
  /** Everything that is wrong, when it is more than one field. */
  fieldProblems?: readonly FieldProblem[]
  /** Seconds after which trying again makes sense. */
  retryAfter?: number
  /** The methods that are possible where the one tried is not. */
  allowed?: readonly string[]
  /** What to do, where that is not the same for every refusal of its kind; ends with a space. */
  hint?: string
  /** Text for the log only. */
  log?: string
  /** Further facts an API may put into its error body. */
  [fact: string]: unknown
}

export interface FieldProblem {
  field: string
  message: string
}

export const FAILURES = {
  invalid: 400,
  unauthenticated: 401,
  closed: 402,
  forbidden: 403,
  missing: 404,
  method: 405,
  timeout: 408,
  conflict: 409,
  gone: 410,
  stale: 412,
  too_large: 413,
  uri_too_long: 414,
  unsupported: 415,
  unprocessable: 422,
  too_many: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
} as const

export type FailureCode = keyof typeof FAILURES

const marks = new WeakSet<Error>()

export function failure(code: FailureCode, message: string, details: FailureDetails = {}): Failure {
  const error = Object.assign(new Error(message), { code, status: FAILURES[code], details, name: 'Failure' })
  marks.add(error)
  return error
}

export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && marks.has(error)
}
