import type { RecordId } from './places.ts'

/** A field as `GET /v2/dealFields` describes it. */
export interface Field {
  field_code: string
  field_name: string
  field_type: string
  is_custom_field: boolean
  options: readonly { id: number | string; label: string; color: string | null }[] | null
  /** Where a value is demanded, and where it matters; for those who ask the server. */
  required_fields?: { enabled: boolean; stage_ids?: number[]; statuses?: Record<string, string[]> } | undefined
  important_fields?: { enabled: boolean; stage_ids?: number[] } | undefined
}

/** A record of v2: fields of every company beside each other, those of the company's own in `custom_fields`. */
export interface ShownRecord {
  id: RecordId
  custom_fields?: Record<string, unknown>
  [field: string]: unknown
}

/** What changes some fields of a record. */
export type Patch = Record<string, unknown>

export function fieldValue(record: ShownRecord, field: Field): unknown {
  return field.is_custom_field ? record.custom_fields?.[field.field_code] : record[field.field_code]
}

export function patchOf(field: Field, value: unknown): Patch {
  return field.is_custom_field ? { custom_fields: { [field.field_code]: value } } : { [field.field_code]: value }
}

/** The record as it will be when the patch is done. */
export function patched(record: ShownRecord, { custom_fields, ...fields }: Patch): ShownRecord {
  return { ...record, ...fields, custom_fields: { ...record.custom_fields, ...(custom_fields as object | undefined) } }
}

/** Fields of a patch whose values in two states of a record differ: what somebody else has changed meanwhile. */
export function changedSince(before: ShownRecord, now: ShownRecord, { custom_fields, ...fields }: Patch): string[] {
  const differ = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)
  const own = Object.keys((custom_fields as object | undefined) ?? {})
  return [
    ...Object.keys(fields).filter(code => differ(before[code], now[code])),
    ...own.filter(code => differ(before.custom_fields?.[code], now.custom_fields?.[code])),
  ]
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
