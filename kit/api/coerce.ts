import type { TSchema } from 'typebox'
import { parseJson } from '../http/request.ts'
import { fits } from './compiled.ts'
import { failure } from './failure.ts'
import { isRecord } from './isRecord.ts'
import { numberIn } from './numberText.ts'

/**
 * Brings text (query strings, form fields, loosely typed JSON of older clients) to the types a schema asks for.
 * What cannot be brought there stays as it is, so that validation names it.
 */
export function coerce(schema: TSchema, value: unknown): unknown {
  const shape = schema as Shape
  if (shape.anyOf) return coerceUnion(shape.anyOf, value)
  if (shape.type === 'object') return coerceObject(shape, fromJson(value))
  if (shape.type === 'array') return coerceArray(shape, value)
  if (isFlag(shape)) return FLAGS.get(value) ?? coerceScalar(shape.type, value)
  if (shape.format === 'date') return withoutTime(value)
  return coerceScalar(shape.type, value)
}

interface Shape {
  type?: string
  format?: string
  minimum?: number
  maximum?: number
  anyOf?: TSchema[]
  properties?: Record<string, TSchema>
  items?: TSchema
  maxItems?: number
  /** `1,2,3` in one query value is three items. */
  commaSeparated?: boolean
}

function coerceUnion(branches: TSchema[], value: unknown): unknown {
  for (const branch of branches) if (fits(branch, value)) return value
  for (const branch of branches) {
    const coerced = coerce(branch, value)
    if (fits(branch, coerced)) return coerced
  }
  return value
}

function coerceObject(shape: Shape, value: unknown): unknown {
  if (!isRecord(value)) return value
  const coerced: Record<string, unknown> = {}
  for (const [key, given] of Object.entries(value)) {
    const property = shape.properties && Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined
    coerced[key] = property ? coerce(property, given) : given
  }
  return coerced
}

function coerceArray(shape: Shape, given: unknown): unknown {
  const { items, maxItems = Number.POSITIVE_INFINITY } = shape
  const value = items && (items as Shape).type === 'object' ? fromJson(given) : given
  // One that is too long is refused by its length, whatever it holds.
  if (!items || (Array.isArray(value) && value.length > maxItems)) return value
  const list = Array.isArray(value) ? value : [value]
  const parts = shape.commaSeparated ? splitByCommas(list) : list
  return parts.map(item => coerce(items, item))
}

/** In forms some clients write an object, or a list of them, as JSON in one field. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return parseJson(value)
  } catch {
    return value
  }
}

function splitByCommas(list: readonly unknown[]): unknown[] {
  const parts: unknown[] = []
  for (const part of list) {
    if (typeof part === 'string') for (const item of part.split(',', MOST_ITEMS + 1)) parts.push(item)
    else parts.push(part)
    if (parts.length > MOST_ITEMS) throw failure('invalid', `A list has more than ${MOST_ITEMS} items`)
  }
  return parts
}

/** No operation takes as many in a query or a form. */
const MOST_ITEMS = 1_000

/** Older clients write a time behind a day. */
function withoutTime(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) ? value.slice(0, 10) : value
}

/** 0 or 1, for which some write false or true. */
function isFlag({ type, minimum, maximum }: Shape): boolean {
  return type === 'integer' && minimum === 0 && maximum === 1
}

const FLAGS = new Map<unknown, number>([
  ['true', 1],
  [true, 1],
  ['false', 0],
  [false, 0],
])

function coerceScalar(type: string | undefined, value: unknown): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return typeof value === 'string' ? (numberIn(value) ?? value) : value
    case 'boolean':
      return BOOLEANS.get(value) ?? value
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    case 'null':
      return value === '' || value === 'null' ? null : value
    default:
      return value
  }
}

const BOOLEANS = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
])
