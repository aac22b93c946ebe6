import type { FieldEntity } from '../catalog.ts'
import { flagsOf } from '../flags.ts'
import type { FieldRow, OptionRow } from '../store.ts'
import { subfieldsOf } from '../subfields.ts'

/** A field as v2 shows it, with the groups of flags that were asked for. */
export function fieldTextV2(entity: FieldEntity, row: FieldRow, groups: readonly string[] = []): string {
  const flags = flagsOf(entity, row.flags)
  const subfields = subfieldsOf(row.key, row.name, row.type)
  return JSON.stringify({
    field_name: row.name,
    field_code: row.key,
    field_type: V1_ONLY.has(row.type) ? 'int' : row.type,
    is_custom_field: row.is_custom,
    is_optional_response_field: row.declared?.optional === true,
    ...(entity === 'deal' && { description: row.description }),
    options: hasOptions(row) ? row.options.map(optionV2) : null,
    subfields:
      subfields.length === 0
        ? null
        : subfields.map(({ code, name, type }) => ({ field_code: code, field_name: name, field_type: type })),
    ...Object.fromEntries(groups.map(group => [group, flags[group]])),
  })
}

/** Types that v2 has no word for. */
const V1_ONLY = new Set(['pipeline', 'product'])

function hasOptions({ type, options }: FieldRow): boolean {
  return options.length > 0 || type === 'enum' || type === 'set'
}

function optionV2({ id, label, color, update_time, add_time }: OptionRow) {
  return { id, label, color, update_time, add_time }
}
