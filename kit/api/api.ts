import type { TSchema } from 'typebox'
import type { BodyBounds } from '../http/boundedBody.ts'
import type { CrossOrigin } from '../http/crossOrigin.ts'
import type { Failure } from './failure.ts'
import type { Input, Operation } from './operation.ts'

/**
 * An API is a list of operations and everything they share: prefixes, sign-in, envelope, error body.
 * `Caller` is who signs in, `Context` is what operations run with.
 */
export interface Api<Caller = unknown, Context = never> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly version: string
  /** Where it is served; the first is the one documents name. */
  readonly prefixes: readonly string[]
  readonly operations: readonly Operation<Context>[]
  /** Whole paths below a prefix that are pages and not operations. */
  readonly pages?: readonly string[]
  /** Scope → what it grants. */
  readonly scopes: Readonly<Record<string, string>>
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  /** Loose APIs take `"3"` for 3 in JSON bodies and ignore unknown fields, strict ones refuse both. */
  readonly strictBodies: boolean
  /** A header that carries the request id beside `x-request-id`, where clients of the API know another name. */
  readonly requestIdHeader?: string
  /** Scripts of pages elsewhere may call it, with a token: cookies do not count there. */
  readonly crossOrigin?: CrossOrigin
  /** The path as operations know it, when the API writes more into its paths (`/deals:(id,title)`). */
  rewritePath?(path: string): string
  /** Brings a body into its plain form, when the API allows wrappings. */
  unwrapBody?(body: unknown): unknown
  signIn(call: Call): Promise<Caller | undefined>
  /** Last decision before parsing: scopes, limits. Throws a `Failure`; a promise where the answer has to be waited for. */
  admit(caller: Caller | undefined, operation: Operation<Context>, call: Call): Promise<void> | undefined
  perform(operation: Operation<Context>, input: Input, caller: Caller | undefined, call: Call): Promise<unknown>
  readonly envelope: Envelope
}

export interface Envelope {
  /** Schema of the whole success body. */
  schema(operation: Operation): TSchema
  /** What stands before and after the data in a success body. */
  around(beside: Record<string, unknown>, operation: Operation, call: Call): readonly [before: string, after: string]
  /** What becomes of the JSON text of the data, where a call asks for something else than all of it. */
  shownAs?(call: Call): ((data: string) => string) | undefined
  failure(failure: Failure, call: Call, operation: Operation | undefined): unknown
  failureSchema: TSchema
}

/** One request on its way. */
export interface Call {
  readonly request: Request
  /** The path as it was asked for, percent-encoded. */
  readonly pathname: string
  /** The path below the API's prefix, after rewriting. */
  readonly path: string
  /** What follows the question mark. */
  readonly search: URLSearchParams
  readonly requestId: string
  readonly remoteAddress: string
  /** Where a route that declares an upload has the limit of the body raised; absent without a listener. */
  readonly bounds?: BodyBounds | undefined
  readonly receivedAt: Date
  /** Headers to send back whatever the outcome, by their lower-case names. */
  readonly headers: Map<string, string>
  /** Nothing is kept of what it writes: its transaction is rolled back. Said within the process only. */
  readonly dryRun?: boolean
}

export type SecurityScheme =
  | { type: 'apiKey'; in: 'header' | 'query'; name: string; description?: string }
  | { type: 'http'; scheme: 'basic' | 'bearer'; bearerFormat?: string; description?: string }
  | { type: 'oauth2'; flows: Record<string, unknown>; description?: string }
