import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { failure } from './failure.ts'
import { isRecord } from './isRecord.ts'
import { withArticle } from './withArticle.ts'

/** Checks a value against a schema, compiled at its first use, and names the field that is wrong. */
export function validate(schema: TSchema, value: unknown, part = ''): void {
  const validator = validatorOf(schema)
  if (validator.Check(value)) return
  refuseLongLists(schema, value)
  throw invalid(validator.Errors(value), part)
}

interface Shape {
  type?: string
  maxItems?: number
  items?: TSchema
  properties?: Record<string, TSchema>
  anyOf?: TSchema[]
}

/** Says at once that a list is too long: the search for everything that is wrong would look at each of its entries. */
function refuseLongLists(schema: TSchema, value: unknown, path: readonly string[] = []): void {
  const { anyOf, properties, items, maxItems } = schema as Shape
  if (anyOf) {
    const lists = anyOf.filter(branch => (branch as Shape).type === 'array')
    const [only] = lists
    if (only && lists.length === 1 && Array.isArray(value)) refuseLongLists(only, value, path)
  } else if (Array.isArray(value)) {
    const field = path.join('.') || 'The list'
    if (maxItems !== undefined && value.length > maxItems)
      throw failure('invalid', `${field} must not have more than ${maxItems} items`, { field })
    if (items && maxItems !== undefined)
      for (const [at, item] of value.entries()) refuseLongLists(items, item, [...path, String(at)])
  } else if (properties && isRecord(value)) {
    for (const name of Object.keys(properties))
      if (Object.hasOwn(value, name) && properties[name])
        refuseLongLists(properties[name], value[name], [...path, name])
  }
}

export function isValid(schema: TSchema, value: unknown): boolean {
  return validatorOf(schema).Check(value)
}

/** What is wrong with a value, one line each; empty when it fits. For tests of replies. */
export function faults(schema: TSchema, value: unknown): string[] {
  return validatorOf(schema)
    .Errors(value)
    .map(error => `${dotted(error.instancePath)}: ${error.message}`)
}

const validators = new WeakMap<TSchema, Validator>()

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema)
  if (known) return known
  const compiled = Compile(schema)
  validators.set(schema, compiled)
  return compiled
}

function invalid(errors: TLocalizedValidationError[], part: string) {
  const error = mostTelling(errors)
  const [missing] = requiredProperties(error)
  const field = [dotted(error.instancePath), missing].filter(Boolean).join('.') || part
  if (missing) return failure('invalid', `${field} is required`, { field })
  return failure('invalid', `${field || 'The request'} ${wording(error)}`, { field })
}

/** A union reports each branch and then itself: the union's own line says it best, unless a branch got further. */
function mostTelling(errors: TLocalizedValidationError[]): TLocalizedValidationError {
  const [first] = errors
  if (!first) throw new Error('a failed check reported no error')
  const union = errors.find(error => error.keyword === 'anyOf' && error.instancePath === first.instancePath)
  return union ? { ...union, message: unionWording(errors, union) } : first
}

function unionWording(errors: TLocalizedValidationError[], union: TLocalizedValidationError): string {
  const branches = errors.filter(error => error.instancePath === union.instancePath && error !== union).map(wording)
  return [...new Set(branches)].join(' or ').replaceAll(' or must be', ' or') || 'has an unexpected form'
}

function wording(error: TLocalizedValidationError): string {
  const params = error.params as { allowedValues?: unknown[]; type?: string; allowedValue?: unknown }
  if (error.keyword === 'enum' && params.allowedValues) return `must be one of ${params.allowedValues.join(', ')}`
  if (error.keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`
  if (error.keyword === 'boolean') return 'is not a field of this request'
  if (error.keyword === 'format') return FORMATS[(error.params as { format: string }).format] ?? error.message
  if (error.keyword === 'pattern' && (error.params as { pattern: unknown }).pattern === NOT_BLANK)
    return 'must not be blank'
  if (error.keyword === 'type') return `must be ${params.type === 'null' ? 'null' : withArticle(String(params.type))}`
  return error.message
}

/** What to send, by the format that was asked for. */
const FORMATS: Readonly<Record<string, string>> = {
  date: 'must be a date as YYYY-MM-DD',
  uuid: 'must be a UUID such as 123e4567-e89b-12d3-a456-426614174000',
  email: 'must be an e-mail address such as name@example.com',
}

const NOT_BLANK = '\\S'

function requiredProperties(error: TLocalizedValidationError): string[] {
  return error.keyword === 'required' ? (error.params as { requiredProperties: string[] }).requiredProperties : []
}

function dotted(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}
