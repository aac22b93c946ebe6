import { type Fragment, fragment as sql } from '@portico/kit/database'
import { failure } from '@portico/kit/failure'
import type { Field, Fields } from './catalog.ts'
import { readValue } from './types.ts'

/** What a write does to the custom fields of a record: values to set, keys to clear. */
export interface CustomPatch {
  set: Record<string, unknown>
  clear: string[]
}

export const NOTHING: CustomPatch = { set: {}, clear: [] }

/** Reads `custom_fields` of a v2 body; keys may be hashes or slugs, null clears. */
export function customFromV2(fields: Fields, given: Record<string, unknown> | undefined): CustomPatch {
  const patch: CustomPatch = { set: {}, clear: [] }
  for (const [name, value] of Object.entries(given ?? {})) {
    const field = fields.byKey.get(name) ?? fields.bySlug.get(name)
    if (!field?.isCustom)
      throw failure('invalid', `custom_fields.${name} is not a field`, { field: `custom_fields.${name}` })
    if (value === null) patch.clear.push(field.key)
    else patch.set[field.key] = readValue(field, value, `custom_fields.${name}`)
  }
  return patch
}

/** The ids of other records a patch names, by kind, so that they can be checked. */
export function referencesOf(fields: Fields, patch: CustomPatch): { field: Field; id: number }[] {
  return Object.entries(patch.set).flatMap(([key, value]) => {
    const field = fields.byKey.get(key)
    return field && REFERENCES.has(field.type) && typeof value === 'number' ? [{ field, id: value }] : []
  })
}

const REFERENCES = new Set(['user', 'org', 'people'])

/** `custom` of a new record. */
export function customColumn(patch: CustomPatch): object {
  return patch.set
}

/** The assignment of a patch to the `custom` column in `updateRecord` (whose table is `t`), or nothing when it changes nothing. */
export function customChange(patch: CustomPatch): { custom?: Fragment } {
  if (Object.keys(patch.set).length === 0 && patch.clear.length === 0) return {}
  return { custom: sql`(t.custom || ${JSON.stringify(patch.set)}::text::jsonb) - ${patch.clear}::text[]` }
}

/** `custom_fields` on the v2 wire: every field of the company, null where the record has no value. */
export function customFieldsV2(fields: Fields, alias: string): Fragment {
  const column = sql`${sql(alias)}.custom`
  const kept = fields.deletedKeys.length > 0 ? sql`(${column} - ${fields.deletedKeys}::text[])` : column
  return fields.custom.length > 0 ? sql`(${fields.blank}::text::jsonb || ${kept})` : kept
}
