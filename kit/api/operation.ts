import Type, { type Static, type StaticParse, type TObject, type TProperties, type TSchema } from 'typebox'
import type { UploadLimits } from '../files/uploadLimits.ts'
import type { Answer } from './answer.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An operation as everything but its declaration sees it: plain, without the types of its input. */
export interface Operation<Context = never> {
  /** The API it belongs to. */
  readonly api: string
  readonly name: string
  readonly method: Method
  /** `/deals/{id}`, without the prefix of its API. */
  readonly path: string
  readonly summary: string
  readonly description: string | undefined
  readonly tag: string
  /** Any one of these scopes opens it; an empty list needs no scope. */
  readonly scopes: readonly string[]
  /** What the caller has to be allowed to do, whatever the credential opens: all of these. */
  readonly rights: readonly string[]
  /** `required`: no run without a caller. `optional`: runs for both. `none`: the caller is not even looked up. */
  readonly signIn: 'required' | 'optional' | 'none'
  readonly cost: number
  readonly status: number
  readonly params: TObject
  readonly query: TObject
  readonly body: TSchema | undefined
  /** How the body arrives. `raw` leaves it to `run`, which reads `context.request`; so does `multipart`. */
  readonly bodyKind: 'json' | 'form' | 'multipart' | 'raw'
  /** The limits of a multipart form. Every other body has those of all requests. */
  readonly upload: UploadLimits | undefined
  readonly reply: TSchema
  /** Envelope fields beside the data. */
  readonly beside: TProperties
  /** The reply is the whole body, envelope included. */
  readonly whole: boolean
  /** The answer is `text/event-stream`, goes on until one side ends it, and has the reply as the data of its events. */
  readonly isEventStream: boolean
  /** Goes on from what the primary has said, so it cannot be answered by a replica, which may be older than that. */
  readonly fromPrimary: boolean
  /**
   * `write`: a transaction around `run`. `statement`: `run` writes in one statement, which is a transaction of its own.
   * `none`: reads, and work that streams and opens its own transaction.
   */
  readonly transaction: 'write' | 'statement' | 'none'
  /** The record has a version: a call with `If-Match` is refused with 412 when the record has another. */
  readonly ifMatch: boolean
  readonly deprecated: boolean
  /**
   * Runs before the transaction of `run` opens, on a connection for reads, and refuses by throwing. For what asks
   * another store: in a transaction that would keep one connection while it waits for a second one.
   */
  before?(context: Context): Promise<void>
  run(input: Input, context: Context): Promise<unknown>
}

/** Whether a replica may answer, one that knows all that was written before the call. */
export function isForReplica({ method, transaction, isEventStream, fromPrimary }: Operation): boolean {
  return method === 'GET' && transaction === 'none' && !isEventStream && !fromPrimary
}

export interface Input {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** An operation as it is written down. `body` is a shape (`{ user_id: UserId }`) or a whole schema. */
export interface Definition<
  Context,
  Right extends string,
  Params extends TProperties,
  Query extends TProperties,
  Body extends TProperties | TSchema,
  Reply extends TSchema,
> {
  route: `${Method} /${string}`
  summary: string
  description?: string
  tag?: string
  scopes?: readonly string[]
  rights?: readonly Right[]
  signIn?: 'required' | 'optional' | 'none'
  cost?: number
  status?: number
  params?: Params
  query?: Query
  body?: Body
  bodyKind?: 'json' | 'form' | 'raw'
  /** The body is a multipart form within these limits. */
  upload?: UploadLimits
  reply: Reply
  beside?: TProperties
  whole?: boolean
  isEventStream?: boolean
  fromPrimary?: boolean
  transaction?: 'write' | 'statement' | 'none'
  ifMatch?: boolean
  deprecated?: boolean
  before?(context: Context): Promise<void>
  run(
    input: { params: Given<Params>; query: Given<Query>; body: GivenBody<Body> },
    context: Context,
  ): Promise<Answer<Static<Reply>>>
}

/** A schema is told from a shape by the mark that every schema made by typebox carries. */
export type GivenBody<Body> = Body extends { '~kind': string } & TSchema ? StaticParse<Body> : Given<Body>

type Given<Shape> = Shape extends TProperties ? StaticParse<TObject<Shape>> : never

/**
 * Makes the `operation` function of an API, whose operations all run with the same context.
 * Types are checked inside the call and erased after it, so that hundreds of operations stay cheap to compile.
 *
 * @example
 * const v2 = operationsOf<CrmContext>('crm-v2')
 * export const getDeal = v2({ route: 'GET /deals/{id}', …, async run({ params }, { sql, actor }) { … } })
 */
export function operationsOf<Context, Right extends string = never>(api: string) {
  return function operation<
    Reply extends TSchema,
    // biome-ignore lint/complexity/noBannedTypes: an absent shape is the empty shape
    Params extends TProperties = {},
    // biome-ignore lint/complexity/noBannedTypes: an absent shape is the empty shape
    Query extends TProperties = {},
    // biome-ignore lint/complexity/noBannedTypes: an absent shape is the empty shape
    Body extends TProperties | TSchema = {},
  >(definition: Definition<Context, Right, Params, Query, Body, Reply>): Operation<Context> {
    const [method, path] = splitRoute(definition.route)
    return {
      api,
      name: definition.route,
      method,
      path,
      summary: definition.summary,
      description: definition.description,
      tag: definition.tag ?? firstSegment(path),
      scopes: definition.scopes ?? [],
      rights: definition.rights ?? [],
      signIn: definition.signIn ?? 'required',
      cost: definition.cost ?? 1,
      status: definition.status ?? 200,
      params: Type.Object(definition.params ?? {}),
      query: Type.Object(definition.query ?? {}),
      body: definition.body && bodySchema(definition.body),
      bodyKind: definition.upload ? 'multipart' : (definition.bodyKind ?? 'json'),
      upload: definition.upload,
      reply: definition.reply,
      beside: definition.beside ?? {},
      whole: definition.whole ?? false,
      isEventStream: definition.isEventStream ?? false,
      fromPrimary: definition.fromPrimary ?? false,
      transaction: definition.transaction ?? (method === 'GET' ? 'none' : 'write'),
      ifMatch: definition.ifMatch ?? false,
      deprecated: definition.deprecated ?? false,
      ...(definition.before && { before: definition.before }),
      run: eraseTypes(definition.run),
    }
  }
}

/** The one place where an operation loses its types: the server parsed the input by the same schemas. */
function eraseTypes<Context>(run: (input: never, context: Context) => Promise<unknown>) {
  return run as (input: Input, context: Context) => Promise<unknown>
}

function bodySchema(body: TProperties | TSchema): TSchema {
  return isSchema(body) ? body : Type.Object(body as TProperties)
}

function isSchema(body: TProperties | TSchema): body is TSchema {
  return '~kind' in body
}

function splitRoute(route: string): [Method, string] {
  const space = route.indexOf(' ')
  return [route.slice(0, space) as Method, route.slice(space + 1)]
}

function firstSegment(path: string): string {
  return path.split('/')[1] ?? ''
}
