import { timeV1 } from '../../records/time.ts'
import type { FieldKind } from '../declaration.ts'
import { flagsOf } from '../flags.ts'
import { isFilterable, isSearchable, isSortable } from '../qualities.ts'
import type { FieldRow, OptionRow } from '../store.ts'
import { subfieldsOf } from '../subfields.ts'
import type { FieldV1 } from './shape.ts'

/** A field as v1 shows it. */
export function fieldV1(kind: FieldKind, row: FieldRow): FieldV1 {
  const { ui_visibility = {}, important_fields = {}, required_fields = {} } = flagsOf(kind.entity, row.flags)
  const field = {
    id: row.id,
    key: row.declared?.v1 ?? row.key,
    name: row.name,
    order_nr: row.order_nr,
    field_type: row.type,
    add_time: timeV1(row.add_time),
    update_time: timeV1(row.update_time),
    last_updated_by_user_id: row.updater_id,
    created_by_user_id: row.creator_id,
    active_flag: true,
    edit_flag: row.is_custom,
    index_visible_flag: true,
    details_visible_flag: ui_visibility.details_visible_flag === true,
    add_visible_flag: ui_visibility.add_visible_flag === true,
    important_flag: important_fields.enabled === true,
    bulk_edit_allowed: row.is_custom,
    searchable_flag: isSearchable(kind, row),
    filtering_allowed: isFilterable(kind, row),
    sortable_flag: isSortable(kind, row),
    mandatory_flag: required_fields.enabled === true || row.declared?.mandatory === true,
    options: hasOptions(row) ? row.options.map(optionV1) : null,
    ...(row.options_deleted.length > 0 && { options_deleted: row.options_deleted.map(optionV1) }),
    is_subfield: false,
  }
  const subfields = subfieldsOf(field.key, row.name, row.type)
  if (subfields.length === 0) return field
  return { ...field, subfields: subfields.map(({ code, name, type }) => subfieldV1(field, code, name, type)) }
}

/** A part of a field is shown like a field, without an id of its own. */
function subfieldV1(field: FieldV1, key: string, name: string, field_type: string): FieldV1 {
  return { ...field, id: null, key, name, field_type, options: null, is_subfield: true, mandatory_flag: false }
}

function hasOptions({ type, options }: FieldRow): boolean {
  return options.length > 0 || type === 'enum' || type === 'set'
}

function optionV1({ id, label, color }: OptionRow) {
  return { id, label, ...(color && { color }) }
}
