import type { Field, Fields } from '../../base/fields/catalog.ts'

type Typed = Record<string, unknown> | null

/** Custom fields as events of version 2.0 have them: every field, with its type beside its value, null where there is none. */
export function typedFields({ custom }: Fields, values: Record<string, unknown>): Record<string, Typed> {
  return Object.fromEntries(custom.map(field => [field.key, typedValue(field, values[field.key] ?? null)]))
}

function typedValue({ type }: Field, value: unknown): Typed {
  if (value === null) return null
  if (NAMING.has(type)) return { id: value, type }
  if (type === 'set' && Array.isArray(value)) return { values: value.map(id => ({ id })), type }
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value, type }
  return { value, type }
}

/** Types whose value is the id of something. */
const NAMING: ReadonlySet<string> = new Set(['user', 'org', 'people', 'enum'])
