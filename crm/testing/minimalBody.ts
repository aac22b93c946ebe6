import type { TSchema } from 'typebox'

interface Shape {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: TSchema[]
  items?: TSchema
  minimum?: number
  format?: string
  pattern?: string
  properties?: Record<string, TSchema>
  required?: readonly string[]
}

/** Names by which a body refers to other records, and one of its own that an update can change. */
const NAMES_A_RECORD = /(^|_)(id|ids)$/
const CHANGED = /^(name|title|subject|field_name|description|quantity|amount)$/

/** A body that a schema takes: what is required, what names other records, and something to change. */
export function minimalBody(schema: TSchema | undefined): object {
  const value = schema ? sample(schema, '') : {}
  return typeof value === 'object' && value !== null ? value : {}
}

function sample(schema: TSchema, name: string): unknown {
  const shape = schema as Shape
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf?.[0]) return sample(shape.anyOf[0], name)
  if (shape.type === 'object') return sampleObject(shape)
  if (shape.type === 'array') return shape.items ? [sample(shape.items, name)] : []
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(1, shape.minimum ?? 1)
  if (shape.type === 'boolean') return true
  if (shape.type === 'string') return sampleText(shape, name)
  return null
}

function sampleObject({ properties = {}, required = [] }: Shape): Record<string, unknown> {
  const wanted = Object.entries(properties).filter(
    ([name]) => required.includes(name) || NAMES_A_RECORD.test(name) || CHANGED.test(name),
  )
  return Object.fromEntries(wanted.map(([name, schema]) => [name, sample(schema, name)]))
}

function sampleText({ format, pattern }: Shape, name: string): string {
  if (format === 'uuid') return '123e4567-e89b-12d3-a456-426614174000'
  if (format === 'date' || /date$/.test(name)) return '2030-01-01'
  if (/currency/.test(name)) return 'EUR'
  if (/colou?r/.test(name) && pattern) return 'AABBCC'
  return 'Sample'
}
