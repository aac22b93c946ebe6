import { failure } from '@portico/kit/api/failure'
import { nullable, optional } from '@portico/kit/api/schemas'
import Type from 'typebox'
import type { Crm } from '../../api/context.ts'
import { asIs } from '../../lists/cursor.ts'
import type { Field, FieldEntity, Fields } from '../catalog.ts'
import { fieldsOf } from '../check.ts'

/** How v2 readers want to see the fields of a record; every v2 get and list takes these. */
export const fieldsQuery = {
  custom_fields: optional(
    Type.String({
      description: 'Up to 15 keys of custom fields to show; `by_name` adds each under its stable name too',
    }),
  ),
  include_option_labels: optional(Type.Boolean({ description: 'Options as {id, label} instead of ids' })),
  include_labels: optional(Type.Boolean({ description: 'The labels of the record beside label_ids' })),
}

/** What `include_labels` adds to a record. */
export const shownLabels = {
  labels: optional(
    Type.Array(Type.Object({ id: Type.Integer(), label: Type.String(), color: nullable(Type.String()) })),
  ),
}

export interface FieldsShown {
  custom_fields?: string | undefined
  include_option_labels?: boolean | undefined
  include_labels?: boolean | undefined
}

const MAX_KEYS = 15

/** A function that brings the v2 text of a record into the wanted form; without any wish the text stays untouched. */
export async function showV2(crm: Crm, entity: FieldEntity, shown: FieldsShown): Promise<(wire: string) => string> {
  const { include_option_labels = false, include_labels = false } = shown
  if (shown.custom_fields === undefined && !include_option_labels && !include_labels) return asIs
  const fields = await fieldsOf(crm, entity)
  const wanted = wantedFields(fields, shown.custom_fields)
  const byName = splitKeys(shown.custom_fields).includes('by_name')
  return wire => {
    const record = JSON.parse(wire) as Shown
    record.custom_fields = showCustom(record.custom_fields, wanted, { byName, include_option_labels })
    if (include_labels) record.labels = labelsOf(fields, record.label_ids ?? [])
    return JSON.stringify(record)
  }
}

interface Shown {
  custom_fields: Record<string, unknown>
  label_ids?: number[]
  labels?: { id: number; label: string; color: string | null }[]
}

function splitKeys(keys: string | undefined): string[] {
  return (keys ?? '')
    .split(',')
    .map(key => key.trim())
    .filter(Boolean)
}

function wantedFields(fields: Fields, list: string | undefined): readonly Field[] {
  const keys = splitKeys(list).filter(key => key !== 'by_name')
  if (keys.length === 0) return fields.custom
  if (keys.length > MAX_KEYS)
    throw failure('invalid', `custom_fields names more than ${MAX_KEYS} fields`, { field: 'custom_fields' })
  return keys.map(key => {
    const field = fields.byKey.get(key) ?? fields.bySlug.get(key)
    if (!field?.isCustom)
      throw failure('invalid', `custom_fields: ${key} is not a custom field; send its key or its slug`, {
        field: 'custom_fields',
      })
    return field
  })
}

function showCustom(
  values: Record<string, unknown>,
  wanted: readonly Field[],
  how: { byName: boolean; include_option_labels: boolean },
): Record<string, unknown> {
  const entries = wanted.flatMap(field => {
    const stored = values[field.key] ?? null
    const value = how.include_option_labels ? withOptionLabels(field, stored) : stored
    return how.byName
      ? [
          [field.slug, value],
          [field.key, value],
        ]
      : [[field.key, value]]
  })
  return Object.fromEntries(entries)
}

function withOptionLabels(field: Field, value: unknown): unknown {
  const labelled = (id: unknown) => ({ id, label: labelsById(field.options).get(id) ?? null })
  if (field.type === 'enum' && value !== null) return labelled(value)
  if (field.type === 'set' && Array.isArray(value)) return value.map(labelled)
  return value
}

const labels = new WeakMap<Field['options'], Map<unknown, string>>()

/** A field may have thousands of options, and a page as many values: looked up rather than searched. */
function labelsById(options: Field['options']): Map<unknown, string> {
  const known = labels.get(options)
  if (known) return known
  const made = new Map<unknown, string>(options.map(option => [option.id, option.label]))
  labels.set(options, made)
  return made
}

function labelsOf(fields: Fields, ids: readonly number[]) {
  const options = fields.byKey.get('label_ids')?.options ?? []
  const wanted = new Set(ids)
  return options.filter(option => wanted.has(option.id)).map(({ id, label, color }) => ({ id, label, color }))
}
