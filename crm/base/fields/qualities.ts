import { columnOf, FILTER_OBJECTS } from '../../across/filters/columns.ts'
import { COMPARABLE } from '../../across/filters/operators.ts'
import { SEARCHABLE_FIELDS, SEARCHABLE_TYPES } from '../../across/search/searchable.ts'
import type { FieldEntity } from './catalog.ts'

interface Known {
  key: string
  type: string
  is_custom: boolean
}

/** What can be done with a field. */

export function isSearchable(entity: FieldEntity, { key, type, is_custom }: Known): boolean {
  return is_custom ? SEARCHABLE_TYPES.has(type) : SEARCHABLE_FIELDS[entity]?.includes(key) === true
}

export function isFilterable(entity: FieldEntity, { key, type, is_custom }: Known): boolean {
  const object = FILTER_OBJECTS.find(known => known === entity)
  if (!object || !COMPARABLE[type]) return false
  return is_custom || columnOf(object, key) !== undefined
}

/** v1 lists are sorted by columns. */
export function isSortable({ type, is_custom }: Known): boolean {
  return !is_custom && !['set', 'address', 'json', 'picture', 'price_list'].includes(type)
}
