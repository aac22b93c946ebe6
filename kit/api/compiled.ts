import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import Value from 'typebox/value'

const validators = new WeakMap<TSchema, Validator>()

/** The validator of a schema, compiled at its first use. */
export function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema)
  if (known) return known
  const compiled = Compile(schema)
  validators.set(schema, compiled)
  return compiled
}

/**
 * Whether a part of a value fits its part of the schema. A number or a text is judged sooner than its schema could be
 * compiled; a list or an object may hold thousands of them, and the compiled check takes a hundredth of the time.
 */
export function fits(schema: TSchema, value: unknown): boolean {
  return typeof value === 'object' && value !== null ? validatorOf(schema).Check(value) : Value.Check(schema, value)
}
