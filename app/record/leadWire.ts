import type { FieldV1 } from '@portico/crm/base/fields/v1/shape'
import type { Field, Patch, ShownRecord } from './fieldValue.ts'

/*
 * Leads are records of v1: the fields of a company's own stand flat beside the others, and what they are worth is an
 * object. On screen they look as records of v2 do.
 */

/** Parts that fields of several parts have beside their value, and how v1 calls them. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  monetary: ['currency'],
  daterange: ['until'],
  timerange: ['until'],
  time: ['timezone_id'],
  address: [],
}

export function leadFieldsFrom(fields: readonly FieldV1[]): Field[] {
  return fields
    .filter(field => !field.is_subfield)
    .map(({ key, name, field_type, options }) => ({
      field_code: key,
      field_name: name,
      field_type,
      is_custom_field: /^[0-9a-f]{40}$/.test(key),
      options: options?.map(({ id, label, color }) => ({ id, label, color: color ?? null })) ?? null,
    }))
}

export function leadShown(lead: ShownRecord, fields: readonly Field[]): ShownRecord {
  const { amount, currency } = (lead.value as { amount: number; currency: string } | null | undefined) ?? {}
  const own = fields.filter(field => field.is_custom_field && lead[field.field_code] !== undefined)
  return {
    ...lead,
    value: amount ?? null,
    currency: currency ?? null,
    visible_to: lead.visible_to === undefined ? undefined : Number(lead.visible_to),
    custom_fields: Object.fromEntries(own.map(field => [field.field_code, customShown(lead, field)])),
  }
}

function customShown(lead: ShownRecord, { field_code: key, field_type: type }: Field): unknown {
  const value = lead[key] ?? null
  if (value === null) return null
  if (type === 'set') return String(value).split(',').map(Number)
  const parts = PARTS[type]
  if (!parts) return value
  return { value, ...Object.fromEntries(parts.map(part => [part, lead[`${key}_${part}`] ?? null])) }
}

/** What v1 takes: values of several parts as v2 writes them, too. */
export function leadPatch({ custom_fields, ...fields }: Patch, shown: ShownRecord, currency: string): Patch {
  const { value, visible_to, ...plain } = fields
  return {
    ...plain,
    ...(value !== undefined && {
      value: value === null ? null : { amount: Number(value), currency: shown.currency ?? currency },
    }),
    ...(visible_to !== undefined && { visible_to: String(visible_to) }),
    ...(custom_fields as object | undefined),
  }
}
