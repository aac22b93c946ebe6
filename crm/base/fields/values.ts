import { failure } from '@portico/kit/api/failure'
import { dependingOnValues, type Fragment, fragment as sql } from '@portico/kit/database/sql'
import type { References } from '../records/references.ts'
import type { Fields } from './catalog.ts'
import { readValue } from './types.ts'

/** What a write does to the custom fields of a record: values to set, keys to clear. */
export interface CustomPatch {
  set: Record<string, unknown>
  clear: string[]
  /** What the caller called a field, and a part of it. */
  named(key: string, part?: string): string
}

export const NOTHING: CustomPatch = { set: {}, clear: [], named: key => key }

/** Reads `custom_fields` of a v2 body; keys may be hashes or slugs, null clears. */
export function customFromV2(fields: Fields, given: Record<string, unknown> | undefined): CustomPatch {
  const names = new Map<string, string>()
  const named = (key: string, part?: string) =>
    ['custom_fields', names.get(key) ?? key, ...(part ? [part] : [])].join('.')
  const patch: CustomPatch = { set: {}, clear: [], named }
  for (const [name, value] of Object.entries(given ?? {})) {
    const field = fields.byKey.get(name) ?? fields.bySlug.get(name)
    if (!field?.isCustom)
      throw failure('invalid', `custom_fields.${name} is not a custom field; send its key or its slug`, {
        field: `custom_fields.${name}`,
      })
    names.set(field.key, name)
    if (value === null) patch.clear.push(field.key)
    else patch.set[field.key] = readValue(field, value, part => named(field.key, part))
  }
  return patch
}

/** What a patch names that must be there: records by their ids, and currencies. */
export function referencesOf(fields: Fields, patch: CustomPatch): { name: string; references: References }[] {
  return Object.entries(patch.set).flatMap(([key, value]) => {
    const type = fields.byKey.get(key)?.type
    if (type === 'monetary') {
      const { currency } = value as { currency: string }
      return { name: patch.named(key, 'currency'), references: { currency } }
    }
    if (typeof value !== 'number') return []
    if (type === 'user') return { name: patch.named(key), references: { owner_id: value } }
    if (type === 'org') return { name: patch.named(key), references: { org_id: value } }
    if (type === 'people') return { name: patch.named(key), references: { person_id: value } }
    return []
  })
}

/** `custom` of a new record, when there is anything in it. */
export function customColumn({ set }: CustomPatch): object | undefined {
  return Object.keys(set).length > 0 ? set : undefined
}

/** The assignment of a patch to the `custom` column in `updateRecord` (whose table is `t`), or nothing when it changes nothing. */
export function customChange(patch: CustomPatch): { custom?: Fragment } {
  if (Object.keys(patch.set).length === 0 && patch.clear.length === 0) return {}
  return { custom: sql`(t.custom || ${JSON.stringify(patch.set)}::text::jsonb) - ${patch.clear}::text[]` }
}

/** The custom fields of a record after a patch. */
export function patched(stored: Record<string, unknown>, { set, clear }: CustomPatch): Record<string, unknown> {
  const after = { ...stored, ...set }
  for (const key of clear) delete after[key]
  return after
}

/**
 * Whether a `custom` column holds these values, found by its index, which leaves out records without any value. Of many
 * records the first ones that hold a frequent value are found sooner without it, so it is planned for the value.
 */
export function customHolds(column: Fragment, values: Record<string, unknown>): Fragment {
  return dependingOnValues(sql`(${column} <> '{}' and ${column} @> ${JSON.stringify(values)}::text::jsonb)`)
}

/** `custom_fields` on the v2 wire: every field of the company, null where the record has no value. */
export function customFieldsV2(fields: Fields, alias: string): Fragment {
  const column = sql`${sql(alias)}.custom`
  const kept = fields.deletedKeys.length > 0 ? sql`(${column} - ${fields.deletedKeys}::text[])` : column
  return fields.custom.length > 0 ? sql`(${fields.blank}::text::jsonb || ${kept})` : kept
}
