import { type Field, fieldValue, isEmpty, type ShownRecord } from '../fieldValue.ts'

/** Lists that are put together, each value once. */
const JOINED = new Set(['emails', 'phones', 'im'])

/** What the surviving record will say of a field: its own value, else that of the other; addresses and numbers of both. */
function mergedValue(survivor: ShownRecord, merged: ShownRecord, field: Field): unknown {
  const [own, other] = [fieldValue(survivor, field), fieldValue(merged, field)]
  if (JOINED.has(field.field_code)) return joined(entriesOf(own), entriesOf(other))
  return isEmpty(own) ? other : own
}

/** The surviving record as it will be. */
export function mergedRecord(survivor: ShownRecord, merged: ShownRecord, fields: readonly Field[]): ShownRecord {
  const result: ShownRecord = { ...survivor, custom_fields: { ...survivor.custom_fields } }
  for (const field of fields) {
    const value = mergedValue(survivor, merged, field)
    if (field.is_custom_field && result.custom_fields) result.custom_fields[field.field_code] = value
    else result[field.field_code] = value
  }
  return result
}

interface ContactEntry {
  value: string
}

function entriesOf(value: unknown): ContactEntry[] {
  return (value as ContactEntry[] | null | undefined) ?? []
}

function joined(own: ContactEntry[], other: ContactEntry[]): ContactEntry[] {
  const known = new Set(own.map(entry => entry.value.toLowerCase()))
  return [...own, ...other.filter(entry => !known.has(entry.value.toLowerCase()))]
}
