import { failure, isFailure } from '@portico/kit/api/failure'
import { requireRight } from '../../base/access/mayDo.ts'
import type { Crm } from '../../base/api/context.ts'
import type { Values } from '../../base/changes/write.ts'
import { fieldsOf } from '../../base/fields/check.ts'
import { customFromV2, NOTHING } from '../../base/fields/values.ts'
import type { Revert, Was } from '../../base/records/revert.ts'
import { returnToLead } from '../conversions/moveStore.ts'
import { requireScope } from './access.ts'
import { idOf, REVERTIBLE } from './kinds.ts'
import { conflictOf, type TouchedField, touchedFields } from './rules.ts'
import { type Change, isSeen, laterLines, lockRecord } from './store.ts'

/**
 * Undoes one change, as a new change of the same record: what was added is deleted, what was deleted is brought back,
 * and the fields that were changed have the values again that they had.
 */
export async function revertChange(crm: Crm, change: Change): Promise<void> {
  const kind = await requireRevertible(crm, change)
  const id = idOf(kind, change.entity_id)
  await lockRecord(crm, kind.table, id)
  const conflict = conflictOf(change, await laterLines(crm, change), kind.signature)
  if (conflict) throw failure('conflict', conflict, { change_id: change.seq })
  const facts = { reverts: change.seq }
  try {
    if (UNDONE_BY_DELETING.has(change.action)) {
      for (const right of kind.rights.remove) requireRight(crm, right)
      await kind.remove(crm, id, { facts })
    } else {
      for (const right of kind.rights.change) requireRight(crm, right)
      const touched = touchedFields(change, kind.signature)
      await kind.update(crm, id, await valuesBefore(crm, kind, touched), {
        columns: columnsBefore(kind, touched),
        facts,
      })
      if (change.entity === 'lead' && change.action === 'deleted' && change.correlation_id)
        await returnToLead(crm, change.entity_id, change.correlation_id)
    }
  } catch (error) {
    throw asConflict(error, change)
  }
}

const UNDONE_BY_DELETING: ReadonlySet<string> = new Set(['added', 'restored'])
const UNDONE: ReadonlySet<string> = new Set(['added', 'updated', 'deleted', 'restored', 'merged'])

/** The kind of the record that was changed; a record that the caller may not see is missing. */
async function requireRevertible(crm: Crm, change: Change): Promise<Revert> {
  const { seq, entity, entity_id, action, before, after, follows } = change
  const kind = REVERTIBLE.get(entity)
  if (!kind || !UNDONE.has(action)) {
    const why = kind ? `it was ${action}` : `changes of ${[...REVERTIBLE.keys()].join(', ')} can be`
    throw failure('conflict', `Change ${seq} of ${entity} ${entity_id} cannot be undone: ${why}`)
  }
  if (!(await isSeen(crm, kind, entity_id))) throw failure('missing', 'Change not found')
  requireScope(crm, kind.scopes.write)
  if (follows)
    throw failure(
      'conflict',
      `Change ${seq} followed from a change of ${follows.entity} ${follows.id}: undo that one, which undoes both`,
    )
  if (!after || (!before && action !== 'added'))
    throw failure('conflict', `What change ${seq} did is not in the log any more`)
  return kind
}

/** The columns as they were. What lives in other tables, and custom fields, are left to the resource. */
function columnsBefore({ fixed, beside = [] }: Revert, touched: readonly TouchedField[]): Values {
  const columns: Values = {}
  for (const { name, isCustom, old } of touched) {
    const reason = isCustom ? undefined : fixed[name]
    if (reason) throw failure('conflict', `${name} cannot be put back: ${reason}`, { field: name })
    if (!isCustom && !beside.includes(name)) columns[name] = old
  }
  return columns
}

/** The same as an input of the resource, by the names of its fields. */
async function valuesBefore(crm: Crm, kind: Revert, touched: readonly TouchedField[]): Promise<Was> {
  const values: Values = {}
  const own = new Map(touched.filter(({ isCustom }) => !isCustom).map(({ name, old }) => [name, old]))
  for (const [key, { column = key, write }] of Object.entries(kind.fields))
    if (write && own.has(column)) values[key] = own.get(column)
  const custom = Object.fromEntries(touched.filter(({ isCustom }) => isCustom).map(({ name, old }) => [name, old]))
  if (!kind.customFieldsOf || Object.keys(custom).length === 0) return { values, custom: NOTHING }
  return { values, custom: customFromV2(await fieldsOf(crm, kind.customFieldsOf), custom) }
}

/** Values that were right once and are refused now are in conflict with what happened since. */
function asConflict(error: unknown, { seq }: Change): unknown {
  if (!isFailure(error) || error.code !== 'invalid') return error
  return failure('conflict', `Change ${seq} cannot be undone: ${error.message}`, { ...error.details, change_id: seq })
}
