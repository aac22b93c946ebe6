import { numberIn } from '@portico/kit/api/numberText'
import type { Field, Fields } from '../catalog.ts'
import { type CustomType, MOST_CHOSEN, PARTS, readValue } from '../types.ts'
import type { CustomPatch } from '../values.ts'

type Flat = Record<string, unknown>

/** The custom fields of a record as v1 shows them: `key`, and `key_part` for each part, null where there is no value. */
export function flatten(fields: Fields, custom: Flat): Flat {
  const flat: Flat = {}
  for (const field of fields.custom) flattenOne(field, custom[field.key] ?? null, flat)
  return flat
}

function flattenOne(field: Field, value: unknown, flat: Flat) {
  const parts = PARTS[field.type as CustomType]
  if (!parts) {
    flat[field.key] = flatValue(field, value)
    return
  }
  const object = (value ?? {}) as Flat
  flat[field.key] = object.value ?? null
  for (const [part] of parts) flat[`${field.key}_${part}`] = object[part] ?? null
}

/** v1 writes options as text: one id, or ids with commas. */
function flatValue(field: Field, value: unknown): unknown {
  if (value === null) return null
  if (field.type === 'enum' || field.type === 'visible_to') return String(value)
  if (field.type === 'set') return (value as number[]).join(',')
  return value
}

/**
 * Reads the custom fields out of a flat v1 body. A part alone changes the value the record has, and a value alone
 * leaves its parts; an empty text or null clears; keys that are no fields are left alone, as older callers send back
 * whatever they were shown.
 */
export function customFromV1(fields: Fields, body: Flat, stored: Flat = {}, currency = 'USD'): CustomPatch {
  const patch: CustomPatch = { set: {}, clear: [], named: flatName }
  for (const field of fields.custom) {
    const given = gather(field, body, stored[field.key])
    if (given === undefined) continue
    if (isNothing(given)) patch.clear.push(field.key)
    else
      patch.set[field.key] = readValue(field, withCurrency(field, typed(field, given), currency), part =>
        flatName(field.key, part),
      )
  }
  return patch
}

function flatName(key: string, part = 'value'): string {
  return part === 'value' ? key : `${key}_${part}`
}

function isNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The value a flat body gives for a field, parts put together; undefined when the body does not refer to it. */
function gather(field: Field, body: Flat, stored: unknown): unknown {
  const parts = PARTS[field.type as CustomType]
  const main = body[field.key]
  if (!parts) return main
  const given = parts.filter(([part]) => body[`${field.key}_${part}`] !== undefined)
  if (main === undefined && given.length === 0) return undefined
  if (main === null || main === '') return null
  // v1 also takes the v2 object as it is.
  if (typeof main === 'object') return main
  // The parts of an address tell of the one they came with, all others stand on their own.
  const before = main !== undefined && field.type === 'address' ? {} : ((stored ?? {}) as Flat)
  if (main === undefined && before.value === undefined) return undefined
  const value: Flat = { ...before, ...(main !== undefined && { value: main }) }
  for (const [part] of given) value[part] = emptyIsNull(body[`${field.key}_${part}`])
  return value
}

function emptyIsNull(value: unknown): unknown {
  return value === '' ? null : value
}

/** v1 callers may leave out the currency and mean the one they always use. */
function withCurrency(field: Field, value: unknown, currency: string): unknown {
  if (field.type !== 'monetary' || typeof value !== 'object' || value === null) return value
  return { ...value, currency: (value as Flat).currency ?? currency }
}

/** v1 writes numbers as text where it likes, options with commas, and takes numbers for text. */
function typed(field: Field, value: unknown): unknown {
  const parts = PARTS[field.type as CustomType]
  if (field.type === 'set') return listOf(value).map(numberOf)
  if (!parts) return NUMBERS.has(field.type) ? numberOf(value) : textOf(value)
  if (typeof value !== 'object' || value === null) return value
  const kinds = new Map(parts)
  return Object.fromEntries(
    Object.entries(value).map(([part, given]) => {
      const isNumber = part === 'value' ? field.type === 'monetary' : kinds.get(part) === 'number'
      return [part, isNumber ? numberOf(given) : textOf(given)]
    }),
  )
}

const NUMBERS = new Set(['double', 'user', 'org', 'people', 'enum', 'visible_to'])

function listOf(value: unknown): unknown[] {
  return typeof value === 'string' ? value.split(',', MOST_CHOSEN + 1) : [value].flat()
}

function numberOf(value: unknown): unknown {
  return typeof value === 'string' ? (numberIn(value) ?? value) : value
}

function textOf(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}
