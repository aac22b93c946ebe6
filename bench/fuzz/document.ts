/** A schema as OpenAPI 3.1 writes it, with what it refers to in its place. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  pattern?: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

export interface DocumentedOperation {
  /** The name of the document it stands in. */
  api: string
  method: string
  /** With its prefix, as in `/v1/deals/{id}`. */
  path: string
  parameters: Parameter[]
  body?: { type: string; schema: Schema }
  /** Status and shape of the success. */
  success: { status: number; schema?: Schema }
  failure?: Schema
  isEventStream: boolean
}

interface Described {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Document {
  servers: { url: string }[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, unknown> }
}

/** The operations of a server's own document. */
export async function readDocument(origin: string, api: string): Promise<DocumentedOperation[]> {
  const reply = await fetch(`${origin}/openapi/${api}.json`)
  if (!reply.ok) throw new Error(`/openapi/${api}.json answers ${reply.status}`)
  return operationsOf(api, (await reply.json()) as Document)
}

export function operationsOf(api: string, { servers, paths, components }: Document): DocumentedOperation[] {
  const whole = inliner(components.schemas)
  const prefix = new URL(servers[0]?.url ?? 'http://localhost').pathname.replace(/\/$/, '')
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const [[type, content] = []] = Object.entries(described.requestBody?.content ?? {})
      const [[status, success] = []] = Object.entries(described.responses).filter(([name]) => name !== 'default')
      const contents = success?.content ?? {}
      const failure = described.responses.default?.content?.['application/json']?.schema
      return {
        api,
        method: method.toUpperCase(),
        path: prefix + path,
        parameters: (described.parameters ?? []).map(one => ({ ...one, schema: whole(one.schema) })),
        ...(type && content && { body: { type, schema: whole(content.schema) } }),
        success: {
          status: Number(status),
          ...(contents['application/json'] && { schema: whole(contents['application/json'].schema) }),
        },
        ...(failure && { failure: whole(failure) }),
        isEventStream: 'text/event-stream' in contents,
      }
    }),
  )
}

/** Puts what is referred to in the place of the reference. What refers to itself is left open there. */
function inliner(named: Record<string, unknown>): (schema: unknown) => Schema {
  const made = new Map<string, unknown>()
  const whole = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(whole)
    if (typeof part !== 'object' || part === null) return part
    const { $ref } = part as { $ref?: string }
    if ($ref === undefined) return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, whole(value)]))
    const name = $ref.slice('#/components/schemas/'.length)
    if (!made.has(name)) {
      made.set(name, {})
      made.set(name, whole(named[name]))
    }
    return made.get(name)
  }
  return schema => whole(schema) as Schema
}
