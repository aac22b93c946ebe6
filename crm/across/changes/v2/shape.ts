import { named, nullable, oneOf, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import type { Crm } from '../../../base/api/context.ts'
import { fieldsOf } from '../../../base/fields/check.ts'
import { idOf, REVERTIBLE } from '../kinds.ts'
import { touchedFields } from '../rules.ts'
import type { Change as StoredChange } from '../store.ts'

export const Change = named(
  'Change',
  Type.Object({
    id: Type.Integer({ description: 'Of the change, for POST /changes/{id}/revert' }),
    time: Type.String({ description: 'RFC 3339 with microseconds; as_of takes it' }),
    item: Type.String({ description: [...REVERTIBLE.keys()].join(', ') }),
    item_id: Type.Union([Type.Integer(), Type.String()], { description: 'A number; of a lead or comment a UUID' }),
    action: oneOf(['added', 'updated', 'deleted', 'restored', 'merged', 'purged']),
    user_id: nullable(Type.Integer({ description: 'null when the server did it' })),
    source: Type.String(),
    correlation_id: nullable(Type.String({ description: 'x-correlation-id of the answer to the request' })),
    is_bulk: Type.Boolean(),
    reverts: nullable(Type.Integer({ description: 'The change that this one undid' })),
    fields: Type.Array(
      Type.Object({
        field: Type.String(),
        is_custom_field: Type.Boolean(),
        old_value: Type.Unknown(),
        new_value: Type.Unknown(),
      }),
    ),
  }),
)
export type Change = Static<typeof Change>

export const RevertedChange = Type.Object({
  id: Type.Integer(),
  item: Type.String(),
  item_id: Type.String(),
  status: oneOf(['reverted', 'refused']),
  error: optional(Type.String()),
})

/** Changes as v2 shows them: fields by their names there, but for columns that are bookkeeping. */
export async function showChanges(crm: Crm, changes: readonly StoredChange[]): Promise<Change[]> {
  const shown: Change[] = []
  for (const change of changes) shown.push(await showChange(crm, change))
  return shown
}

async function showChange(crm: Crm, change: StoredChange): Promise<Change> {
  const kind = REVERTIBLE.get(change.entity)
  const names = new Map(Object.entries(kind?.fields ?? {}).map(([key, { column = key }]) => [column, key]))
  const beside = new Set([...(kind?.beside ?? []), 'is_deleted'])
  const custom = kind?.customFieldsOf ? (await fieldsOf(crm, kind.customFieldsOf)).byKey : undefined
  return {
    id: change.seq,
    time: change.time,
    item: change.entity,
    item_id: kind ? idOf(kind, change.entity_id) : change.entity_id,
    // The database knows no other action.
    action: change.action as Change['action'],
    user_id: change.actor_id,
    source: change.source,
    correlation_id: change.correlation_id,
    is_bulk: change.bulk,
    reverts: change.reverts,
    fields: touchedFields(change)
      .filter(({ name, isCustom }) => (isCustom ? custom?.has(name) : names.has(name) || beside.has(name)))
      .map(({ name, isCustom, old, new: now }) => ({
        field: isCustom ? name : (names.get(name) ?? name),
        is_custom_field: isCustom,
        old_value: old,
        new_value: now,
      })),
  }
}
