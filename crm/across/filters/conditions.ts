import { failure } from '@portico/kit/api/failure'
import { nullable, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { LIMITS } from '../../base/limits/atRest.ts'

const Word = Type.String({ maxLength: LIMITS.lineCharacters })
const Value = Type.String({ maxLength: LIMITS.filterValueCharacters })
const Values = Type.Array(Type.Union([Word, Type.Number(), Type.Boolean(), Type.Null()]), {
  maxItems: LIMITS.filterValues,
})

/** One condition as a caller writes it. */
export const GivenCondition = Type.Object({
  object: Word,
  field_id: optional(nullable(Type.Union([Word, Type.Integer()]))),
  field_code: optional(
    nullable(Type.String({ maxLength: 255, description: 'Instead of field_id: the key of the field' })),
  ),
  operator: Word,
  value: optional(nullable(Type.Union([Value, Type.Number(), Type.Boolean(), Values]))),
  extra_value: optional(nullable(Type.Union([Word, Type.Number()]))),
})

// Empty ones are left out before they are counted.
const GivenGroup = Type.Array(nullable(GivenCondition), { maxItems: 100 })

/** Exactly two groups in one: the first of conditions that all hold, the second of which one must hold. */
export const GivenConditions = Type.Object({
  glue: optional(Word),
  conditions: Type.Array(Type.Object({ glue: Word, conditions: optional(nullable(GivenGroup)) }), { maxItems: 2 }),
})

/** A condition as it is kept. */
export interface Condition {
  object: string
  field_id: string
  operator: string
  value: string | null
  extra_value: string | null
}

export interface Conditions {
  all: Condition[]
  any: Condition[]
}

type Given = Static<typeof GivenConditions>
type GivenOne = Static<typeof GivenCondition>

/** Reads the nested form into the two lists it stands for; `fieldId` finds the field of a condition. */
export function readConditions(given: Given, fieldId: (condition: GivenOne, path: string) => string): Conditions {
  if ((given.glue ?? 'and').toLowerCase() !== 'and') throw wrong('conditions.glue', 'must be and')
  const read: Conditions = { all: [], any: [] }
  given.conditions.forEach((group, number) => {
    const glue = group.glue.toLowerCase()
    if (glue !== (number === 0 ? 'and' : 'or'))
      throw wrong(`conditions.conditions.${number}.glue`, `must be ${number === 0 ? 'and' : 'or'}`)
    const list = number === 0 ? read.all : read.any
    group.conditions?.forEach((condition, index) => {
      const path = pathOf(number, index)
      if (condition) list.push({ ...plainOf(condition), field_id: fieldId(condition, path) })
    })
  })
  if (read.all.length + read.any.length > LIMITS.filterConditions)
    throw wrong('conditions', `are more than ${LIMITS.filterConditions}`)
  return read
}

export function pathOf(group: number, index: number): string {
  return `conditions.conditions.${group}.conditions.${index}`
}

function plainOf({ object, operator, value, extra_value }: GivenOne): Omit<Condition, 'field_id'> {
  return { object, operator: operator.trim(), value: asText(value), extra_value: asText(extra_value) }
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? '1' : '0'
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** The nested form again, as v1 shows it. */
export function nestConditions({ all, any }: Conditions, codes?: ReadonlyMap<string, string>) {
  const shown = (condition: Condition) => ({
    ...condition,
    json_value_flag: false,
    ...(codes && { field_code: codes.get(condition.field_id) ?? null }),
  })
  return {
    glue: 'and' as const,
    conditions: [
      { glue: 'and' as const, conditions: all.map(shown) },
      { glue: 'or' as const, conditions: any.map(shown) },
    ],
  }
}

function wrong(field: string, what: string) {
  return failure('invalid', `${field} ${what}`, { field })
}
