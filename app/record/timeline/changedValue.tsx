import type { ComponentChildren } from 'preact'
import { money } from '../../parts/money.ts'
import { pipelines, stages } from '../../store/company.ts'
import { FieldText } from '../fieldText.tsx'
import { type Field, isEmpty } from '../fieldValue.ts'

/** Names of fields in v1, where they differ from those of v2. */
const V1_NAMES: Readonly<Record<string, string>> = {
  user_id: 'owner_id',
  email: 'emails',
  phone: 'phones',
  label: 'label_ids',
  value_amount: 'value',
}

export function fieldOf(fields: readonly Field[], code: string): Field | undefined {
  return fields.find(field => field.field_code === code) ?? fields.find(field => field.field_code === V1_NAMES[code])
}

export function fieldName(fields: readonly Field[], code: string): string {
  return fieldOf(fields, code)?.field_name ?? wordsOf(code)
}

/** `expected_close_date` → `Expected close date`. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const TYPES = new Set(['user', 'people', 'org', 'enum', 'set', 'date', 'visible_to', 'boolean', 'billing_frequency'])

interface Props {
  fields: readonly Field[]
  code: string
  value: unknown
}

/** A value that the log has, as people read it; the log has it as it is stored or as text. */
export function ChangedValue({ fields, code, value }: Props): ComponentChildren {
  if (isEmpty(value)) return '–'
  if (code === 'stage_id') return stages.value.find(stage => stage.id === Number(value))?.name ?? String(value)
  if (code === 'pipeline_id') return pipelines.value.find(each => each.id === Number(value))?.name ?? String(value)
  if (code === 'prices') return pricesIn(value)
  if (code === 'status') return wordsOf(String(value))
  const field = fieldOf(fields, code)
  if (field && TYPES.has(field.field_type)) {
    const typed = typedAs(field, value)
    const record = { id: 0, [field.field_code]: typed, custom_fields: { [field.field_code]: typed } }
    return <FieldText record={record} field={field} />
  }
  return plainWords(value)
}

/** The flow has choices and truths as text. */
function typedAs({ field_type }: Field, value: unknown): unknown {
  if (field_type === 'set') return [value].flat().flatMap(each => String(each).split(','))
  if (field_type === 'boolean') return !FALSE.has(String(value))
  return value
}

const FALSE: ReadonlySet<string> = new Set(['false', '0', 'f'])

/** The flow has no words for a list of prices. */
function pricesIn(value: unknown): string {
  if (!Array.isArray(value)) return 'changed'
  return value.map(({ price, currency }: { price: number; currency: string }) => money(price, currency)).join(', ')
}

function plainWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainWords).join(', ')
  if (typeof value === 'object' && value !== null) return 'value' in value ? String(value.value) : JSON.stringify(value)
  return String(value)
}
