import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import Value from 'typebox/value'
import { fits } from './compiled.ts'
import { isRecord } from './isRecord.ts'

/** What is wrong first with a value: where, and what the schema of that place says about it. */
export interface Fault {
  path: readonly string[]
  errors: TLocalizedValidationError[]
}

interface Shape {
  type?: string
  items?: TSchema
  properties?: Record<string, TSchema>
  patternProperties?: Record<string, TSchema>
  anyOf?: TSchema[]
}

/**
 * Goes down to the part that is wrong, by compiled checks, and has only that one explained: the explanation of a whole
 * value looks at each of its parts, and at those of a union again for each branch, which for a large body takes longer
 * than everybody else can be kept waiting. Whether a list is too long is asked before its entries are looked at.
 */
export function firstFault(schema: TSchema, value: unknown, path: readonly string[] = []): Fault {
  const branch = branchFor(schema, value)
  if (branch) return firstFault(branch, value, path)
  const own = Value.Errors(withoutParts(schema), value)
  if (own.length > 0) return { path, errors: own }
  for (const [key, part, held] of partsOf(schema, value))
    if (!fits(part, held)) return firstFault(part, held, [...path, key])
  return { path, errors: Value.Errors(schema, value) }
}

/** The branch of a union that a list or an object is meant for: the only one that takes such a value. */
function branchFor(schema: TSchema, value: unknown): TSchema | undefined {
  if (!(schema as Shape).anyOf) return undefined
  const type = Array.isArray(value) ? 'array' : isRecord(value) ? 'object' : undefined
  const [only, other] = type ? branchesOf(schema).filter(branch => (branch as Shape).type === type) : []
  return other ? undefined : only
}

/** Those of a union within the union among them. */
function branchesOf(schema: TSchema): TSchema[] {
  return (schema as Shape).anyOf?.flatMap(branchesOf) ?? [schema]
}

const shells = new WeakMap<TSchema, TSchema>()

/** What a schema says about a list or an object itself: its length, its keys, and nothing about what it holds. */
function withoutParts(schema: TSchema): TSchema {
  const known = shells.get(schema)
  if (known) return known
  const { items, properties, patternProperties, ...own } = schema as Shape
  if (!items && !properties && !patternProperties) return schema
  // Which keys there may be is said with the schemas of those that are named.
  const isClosed = 'additionalProperties' in own
  const shell = {
    ...own,
    ...(isClosed && properties && { properties: withAnything(properties) }),
    ...(isClosed && patternProperties && { patternProperties: withAnything(patternProperties) }),
  }
  shells.set(schema, shell)
  return shell
}

const ANYTHING: TSchema = {}

function withAnything(shapes: Record<string, TSchema>): Record<string, TSchema> {
  return Object.fromEntries(Object.keys(shapes).map(name => [name, ANYTHING]))
}

type Part = readonly [key: string, schema: TSchema, held: unknown]

function* partsOf(schema: TSchema, value: unknown): Generator<Part> {
  const { items, properties = {}, patternProperties = {} } = schema as Shape
  if (Array.isArray(value)) {
    if (items) for (const [at, item] of value.entries()) yield [String(at), items, item]
  } else if (isRecord(value)) {
    for (const [name, shape] of Object.entries(properties))
      if (Object.hasOwn(value, name) && value[name] !== undefined) yield [name, shape, value[name]]
    for (const [pattern, shape] of Object.entries(patternProperties)) {
      const named = new RegExp(pattern)
      for (const name of Object.keys(value)) if (named.test(name)) yield [name, shape, value[name]]
    }
  }
}
