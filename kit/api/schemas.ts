import Type, { type TSchema, type TUnsafe } from 'typebox'
import Format from 'typebox/format'

/** Schemas that every API needs. */

/** One of a few strings. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  options: Record<string, unknown> = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })
}

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(schema)
}

/** `?ids=1,2,3` or `?ids=1&ids=2` */
export function listOf<T extends TSchema>(items: T, options: Record<string, unknown> = {}) {
  return Type.Array(items, { commaSeparated: true, ...options })
}

/** Names a schema, so that the OpenAPI document writes it once. */
export function named<T extends TSchema>(name: string, schema: T): T {
  return Object.assign(schema, { $id: name })
}

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** A name people read: not only blanks, and short enough for a line. */
export const NameText = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })

export const Uuid = Type.String({ format: 'uuid' })

/** Whether a text is a day that exists. The database knows no year 0, which the format of JSON Schema lets through. */
export function isDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) && !text.startsWith('0000') ? new Date(`${text}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}

Format.Set('date', isDay)

/** `YYYY-MM-DD`, a day that exists. */
export const DateText = Type.String({ format: 'date' })
