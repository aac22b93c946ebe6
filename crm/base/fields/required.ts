import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../api/context.ts'
import type { FieldEntity } from './catalog.ts'
import { fieldsOf } from './check.ts'
import type { FieldTable } from './declaration.ts'
import { isDemanded, type Place, whereDemanded } from './requiredRule.ts'
import type { CustomPatch } from './values.ts'

/** A record as it is before or after a write. */
export interface RecordState {
  /** By column. */
  values: Readonly<Record<string, unknown>>
  custom: Readonly<Record<string, unknown>>
  place?: Place
}

/**
 * Refuses a write that leaves a required field empty: a new record without it, one that loses its value, a deal that
 * comes to a stage or a status where it is demanded. A record that has been without it for longer can still be changed
 * in other ways. `named` says what the caller calls a custom field.
 */
export async function requireFields(
  crm: Crm,
  { entity, fields: table }: { entity: FieldEntity; fields: FieldTable },
  after: () => RecordState,
  before: RecordState | undefined,
  named: CustomPatch['named'],
): Promise<void> {
  const { required } = await fieldsOf(crm, entity)
  if (required.length === 0) return
  const state = after()
  for (const { key, name, isCustom, rule } of required) {
    const declared = isCustom ? undefined : table[key]
    if (!isCustom && !declared?.write) continue
    const column = declared?.column ?? key
    const isEmptyIn = ({ values, custom }: RecordState) => isEmpty(isCustom ? custom[key] : values[column])
    if (!isDemanded(rule, state.place) || !isEmptyIn(state)) continue
    if (before && isDemanded(rule, before.place) && isEmptyIn(before)) continue
    const field = isCustom ? named(key) : key
    throw failure('invalid', `${field} (${name}) is required${whereDemanded(rule)}: send a value`, { field })
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
