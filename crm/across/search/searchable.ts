import type { FieldEntity } from '../../base/fields/catalog.ts'

/** Types of custom fields whose values are found by search. */
export const SEARCHABLE_TYPES: ReadonlySet<string> = new Set([
  'address',
  'varchar',
  'text',
  'varchar_auto',
  'double',
  'monetary',
  'phone',
])

/** Fields everyone has that are found by search. */
export const SEARCHABLE_FIELDS: Partial<Record<FieldEntity, readonly string[]>> = {
  deal: ['title'],
  person: ['name', 'emails', 'phones', 'notes'],
  organization: ['name', 'address'],
  product: ['name', 'code'],
  lead: ['title'],
}
