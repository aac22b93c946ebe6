import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { validatorOf } from './compiled.ts'
import { failure } from './failure.ts'
import { type Fault, firstFault } from './firstFault.ts'
import { withArticle } from './withArticle.ts'

/** Checks a value against a schema and names the field that is wrong. */
export function validate(schema: TSchema, value: unknown, part = ''): void {
  if (!validatorOf(schema).Check(value)) throw invalid(firstFault(schema, value), part)
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

function invalid({ path, errors }: Fault, part: string) {
  const error = mostTelling(errors)
  const [missing] = requiredProperties(error)
  const field = [...path, dotted(error.instancePath), missing].filter(Boolean).join('.') || part
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
  const branches = errors
    .filter(error => error.instancePath === union.instancePath && error.keyword !== 'anyOf')
    .map(wording)
  return [...new Set(branches)].join(' or ').replaceAll(' or must be', ' or') || 'has an unexpected form'
}

function wording(error: TLocalizedValidationError): string {
  const params = error.params as { allowedValues?: unknown[]; type?: string; allowedValue?: unknown; pattern?: unknown }
  if (params.allowedValues) return `must be one of ${params.allowedValues.join(', ')}`
  if (error.keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`
  if (error.keyword === 'boolean') return 'is not a field of this request'
  if (error.keyword === 'format') return FORMATS[(error.params as { format: string }).format] ?? error.message
  if (params.pattern === NOT_BLANK) return 'must not be blank'
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
