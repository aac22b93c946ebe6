import { failure } from '@portico/kit/api/failure'
import { Id, optional } from '@portico/kit/api/schemas'
import Type, { type Static } from 'typebox'
import { requireRight } from '../../base/access/mayDo.ts'
import type { Crm } from '../../base/api/context.ts'
import { checkLabels } from '../../base/fields/check.ts'
import { CustomFields } from '../../base/limits/atRest.ts'
import { checkReferences } from '../../base/records/references.ts'
import type { BulkKind } from './kinds.ts'

/** What is done with every record: one of these. */
export const Action = Type.Object(
  {
    change: optional(CustomFields),
    owner_id: optional(Id),
    add_label_id: optional(Id),
    remove_label_id: optional(Id),
    delete: optional(Type.Literal(true)),
  },
  {
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
    description:
      'One of: `change` with fields as in an update of one record, `owner_id`, `add_label_id`, `remove_label_id`, `delete` true',
  },
)
export type Action = Static<typeof Action>

/** What the records of a batch tell about themselves, locked. */
export interface StandingRecord {
  id: number
  label_ids: readonly number[]
}

/** Refuses at once what would be refused for every record. */
export async function checkAction(crm: Crm, kind: BulkKind, action: Action): Promise<void> {
  const { change, owner_id, add_label_id, remove_label_id } = action
  for (const right of action.delete ? kind.revert.rights.remove : kind.revert.rights.change) requireRight(crm, right)
  if (change && ('is_deleted' in change || Object.keys(change).length === 0))
    throw failure('invalid', 'action.change must name the fields to change; to delete send action.delete', {
      field: 'action.change',
    })
  if (change) await kind.written.check(crm, change)
  if (owner_id !== undefined) await checkReferences(crm, { owner_id }, 'action.owner_id')
  const label = add_label_id ?? remove_label_id
  if (label === undefined) return
  if (!kind.hasLabels) throw failure('invalid', `A ${kind.words[0]} has no labels`, { field: 'action' })
  if (add_label_id !== undefined) await checkLabels(crm, kind.name, [add_label_id])
}

/** Does it with one record, and says whether there was anything to do. */
export async function act(crm: Crm, kind: BulkKind, action: Action, record: StandingRecord): Promise<boolean> {
  if (action.delete) {
    await kind.revert.remove(crm, record.id, { facts: {} })
    return true
  }
  const body = bodyOf(action, record)
  if (!body) return false
  await kind.written.update(crm, record.id, body)
  return true
}

/** The body of an update, or undefined when the record is as it should be. */
export function bodyOf(
  { change, owner_id, add_label_id, remove_label_id }: Action,
  { label_ids }: Pick<StandingRecord, 'label_ids'>,
): Record<string, unknown> | undefined {
  if (change) return change
  if (owner_id !== undefined) return { owner_id }
  if (add_label_id !== undefined)
    return label_ids.includes(add_label_id) ? undefined : { label_ids: [...label_ids, add_label_id] }
  return label_ids.includes(remove_label_id ?? 0)
    ? { label_ids: label_ids.filter(id => id !== remove_label_id) }
    : undefined
}

/** For people: `Delete 3 deals`. */
export function titleOf(action: Action, records: string): string {
  if (action.delete) return `Delete ${records}`
  if (action.owner_id !== undefined) return `Change the owner of ${records}`
  if (action.add_label_id !== undefined) return `Add a label to ${records}`
  if (action.remove_label_id !== undefined) return `Remove a label from ${records}`
  return `Change ${records}`
}
