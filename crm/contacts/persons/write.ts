import { failure } from '@portico/kit/api/failure'
import { type Fragment, fragment as sql } from '@portico/kit/database/sql'
import { decideVisibility } from '../../base/access/decidedByHand.ts'
import { defaultVisibility } from '../../base/access/visibility.ts'
import type { Crm } from '../../base/api/context.ts'
import { type DeletionOptions, insertRecordWire, updateRecord, type Values } from '../../base/changes/write.ts'
import { checkCustom, checkLabels } from '../../base/fields/check.ts'
import { storedValues } from '../../base/fields/derive.ts'
import { requireFields } from '../../base/fields/required.ts'
import { type CustomPatch, customChange, customColumn, patched } from '../../base/fields/values.ts'
import { changed, checkReferences } from '../../base/records/references.ts'
import { type Undoing, undone } from '../../base/records/revert.ts'
import { requireMatch, type WireRow } from '../../base/records/version.ts'
import { personFields } from './fields.ts'
import type { PersonInput } from './input.ts'
import { decideName } from './rules.ts'
import { lockPerson } from './store.ts'

const stored = storedValues(personFields)
const PERSONS = { entity: 'person', fields: personFields } as const

/** Stores a new person with one statement and gives it back in the wanted columns. */
export async function createPerson(
  crm: Crm,
  input: PersonInput,
  columns: Fragment = sql`p.id`,
): Promise<WireRow & { id: number }> {
  const { actor, now } = crm
  decideVisibility(crm, 'person', input.visible_to)
  const name = decideName(undefined, input)
  if (!name) throw failure('invalid', 'name is required', { field: 'name' })
  const custom = input.custom({})
  await check(crm, input, custom)
  const values = {
    owner_id: input.owner_id ?? actor.userId,
    visible_to: input.visible_to ?? defaultVisibility(actor, 'person'),
    custom: customColumn(custom),
    add_time: input.add_time ?? now,
    update_time: now,
    ...stored(input),
    ...name,
    ...addressChange(input, null),
  }
  await requireFields(crm, PERSONS, () => ({ values, custom: custom.set }), undefined, custom.named)
  return insertRecordWire(crm, 'person', values, { alias: 'p', columns })
}

/** Changes a person the caller may see; or undoes a change of it. */
export async function updatePerson(crm: Crm, id: number, input: PersonInput, undoing?: Undoing): Promise<void> {
  const person = await lockPerson(crm, id)
  requireMatch(crm, person.version)
  decideVisibility(crm, 'person', input.visible_to, person)
  const custom = input.custom(person.custom)
  const name = decideName(person, input)
  await check(crm, changed(input, person), custom)
  if (input.is_deleted) return removePerson(crm, id)
  if (person.is_deleted && input.is_deleted !== false)
    throw failure('gone', 'The person is deleted; send is_deleted false to bring it back')
  const values = { ...stored(input), ...name, ...addressChange(input, person.postal_address) }
  const after = () => ({ values: { ...person, ...values }, custom: patched(person.custom, custom) })
  await requireFields(crm, PERSONS, after, { values: { ...person }, custom: person.custom }, custom.named)
  const { columns, options } = undone(undoing)
  await updateRecord(
    crm,
    'person',
    id,
    {
      ...values,
      ...customChange(custom),
      ...(person.is_deleted && { is_deleted: false, delete_time: null }),
      ...columns,
    },
    { ...options, ...(person.is_deleted && { action: 'restored' }) },
  )
}

/** Deletes a person; for 30 days it can be brought back. Deleting twice is deleting once. */
export async function removePerson(crm: Crm, id: number, options: DeletionOptions = {}): Promise<void> {
  const person = await lockPerson(crm, id)
  requireMatch(crm, person.version)
  if (person.is_deleted) return
  await updateRecord(crm, 'person', id, { is_deleted: true, delete_time: crm.now }, { action: 'deleted', ...options })
}

async function check(crm: Crm, { owner_id, org_id, label_ids }: Partial<PersonInput>, custom: CustomPatch) {
  await checkReferences(crm, { owner_id, org_id })
  await checkLabels(crm, 'person', label_ids)
  await checkCustom(crm, 'person', custom)
}

function addressChange(input: PersonInput, stored: Parameters<PersonInput['postal_address']>[0]): Values {
  const postal_address = input.postal_address(stored)
  return postal_address === undefined ? {} : { postal_address }
}
