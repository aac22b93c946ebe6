import type { Chance } from './chance.ts'
import type { Schema } from './document.ts'
import type { KnownIds } from './knownIds.ts'

export interface Making {
  chance: Chance
  ids: KnownIds
}

const WORDS = ['Ada', 'Compiler', 'offer', 'Straße', '東京', '10', 'a b'] as const
const DEEPEST = 6

/** A value that fits a schema, as far as a schema tells; named fields get ids of what is there. */
export function fittingValue(schema: Schema, making: Making, name = '', depth = 0): unknown {
  const { chance, ids } = making
  const choices = schema.anyOf ?? schema.oneOf
  if ('const' in schema) return schema.const
  if (schema.enum) return chance.among(schema.enum)
  if (choices) return fittingValue(chance.among(choices) ?? {}, making, name, depth)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(part => fittingValue(part, making, name, depth)))
  switch (typeOf(schema, chance)) {
    case 'object':
      return fittingObject(schema, making, depth)
    case 'array': {
      const most = Math.min(schema.maxItems ?? 3, depth > DEEPEST ? 0 : 3)
      const length = Math.max(schema.minItems ?? 0, chance.below(most + 1))
      return Array.from({ length }, () => fittingValue(schema.items ?? {}, making, name, depth + 1))
    }
    case 'integer':
    case 'number':
      return ids.pick(name, chance) ?? fittingNumber(schema, chance)
    case 'boolean':
      return chance.once(2)
    case 'null':
      return null
    default:
      return fittingText(schema, making, name)
  }
}

function typeOf({ type, properties, items }: Schema, chance: Chance): string | undefined {
  if (Array.isArray(type)) return chance.among(type)
  return type ?? (properties ? 'object' : items ? 'array' : undefined)
}

function fittingObject(schema: Schema, making: Making, depth: number): Record<string, unknown> {
  const { properties = {}, required = [] } = schema
  const given: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(properties)) {
    const isGiven = required.includes(name) || (depth <= DEEPEST && making.chance.once(4))
    if (isGiven) given[name] = fittingValue(part, making, name, depth + 1)
  }
  return given
}

function fittingNumber(schema: Schema, chance: Chance): number {
  const least = schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1
  const most = schema.maximum ?? schema.exclusiveMaximum ?? least + 1_000
  const whole = least + chance.below(Math.min(most - least, 1_000) + 1)
  return schema.type === 'number' && whole < most && chance.once(3) ? whole + 0.5 : whole
}

function fittingText(schema: Schema, { chance, ids }: Making, name: string): unknown {
  const known = ids.pick(name, chance)
  if (typeof known === 'string') return known
  const day = `2026-0${1 + chance.below(9)}-1${chance.below(10)}`
  switch (schema.format) {
    case 'date':
      return day
    case 'date-time':
      return `${day}T10:00:00Z`
    case 'time':
      return '10:30'
    case 'email':
      return `ada${chance.below(1_000)}@example.com`
    case 'uuid':
      return `00000000-0000-4000-8000-${String(chance.below(1_000)).padStart(12, '0')}`
    case 'uri':
      return 'https://example.com/there'
  }
  const word = chance.of(WORDS)
  const long = word.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 255)
  if (schema.pattern === undefined) return long
  return (
    [long, `${day} 10:00:00`, day, '10:30', '1', 'USD', 'abc123', '#ffcc00'].find(each =>
      fitsPattern(schema.pattern, each),
    ) ?? long
  )
}

/** Patterns are those of the product's own document, which are checked for how long they take. */
function fitsPattern(pattern: string | undefined, text: string): boolean {
  return pattern === undefined || new RegExp(pattern, 'u').test(text)
}
