import { failure } from '@portico/kit/api/failure'
import { addJob } from '@portico/kit/jobs/jobs'
import type { Crm } from '../api/context.ts'
import { LIMITS } from '../limits/atRest.ts'
import { CLEAR_FIELD, type ClearField } from './clearField.ts'
import { countOptions, endOptions, insertOptions, type Option, storeLabels, storeOptions } from './optionStore.ts'
import type { FieldRow } from './store.ts'

export interface GivenOption {
  id?: number | undefined
  label: string
  color?: string | null | undefined
}

/** Whether the options of a field are rows a company changes. */
export function hasOwnOptions({ type, is_custom, declared }: FieldRow): boolean {
  return is_custom ? type === 'enum' || type === 'set' : declared?.firstOptions !== undefined
}

/** Puts new options behind those that are there. */
export async function addOptions(crm: Crm, fieldId: number, given: readonly GivenOption[]): Promise<Option[]> {
  const { count, last } = await countOptions(crm, fieldId)
  if (count + given.length > LIMITS.fieldOptions)
    throw failure('invalid', `options would be more than ${LIMITS.fieldOptions}`, { field: 'options' })
  return insertOptions(crm, fieldId, given, last)
}

/** The whole list at once: known ids stay, in the given order; those left out are deleted; those without an id are new. */
export async function replaceOptions(crm: Crm, field: FieldRow, given: readonly GivenOption[]): Promise<void> {
  if (given.length > LIMITS.fieldOptions)
    throw failure('invalid', `options are more than ${LIMITS.fieldOptions}`, { field: 'options' })
  const kept = given.flatMap(({ id, label }) => (id === undefined ? [] : [{ id, label }]))
  requireKnown(field, kept)
  refuseTwice(kept)
  const keptIds = new Set<unknown>(kept.map(option => option.id))
  const gone = field.options.filter(option => !keptIds.has(option.id))
  if (gone.length > 0)
    await removeOptions(
      crm,
      field,
      gone.map(option => Number(option.id)),
    )
  const added = await addOptions(
    crm,
    field.id,
    given.filter(option => option.id === undefined),
  )
  const addedIds = added.values()
  const ids = given.map(option => option.id ?? addedIds.next().value?.id)
  await storeOptions(
    crm,
    field.id,
    given.map(({ label, color }, at) => ({ id: Number(ids[at]), label, color })),
  )
}

/** Gives options new labels; all of them or none. */
export async function renameOptions(crm: Crm, field: FieldRow, given: readonly Option[]): Promise<Option[]> {
  requireKnown(field, given)
  refuseTwice(given)
  await storeLabels(crm, field.id, given)
  return given.map(({ id, label }) => ({ id, label }))
}

/** Deletes options; records that have them lose them a little later. All of them or none. */
export async function removeOptions(crm: Crm, field: FieldRow, ids: readonly number[]): Promise<Option[]> {
  requireKnown(
    field,
    ids.map(id => ({ id })),
  )
  const { sql, actor } = crm
  const removed = await endOptions(crm, field.id, ids)
  const work: ClearField = { companyId: actor.companyId, fieldId: field.id, optionIds: [...ids] }
  await addJob(sql, CLEAR_FIELD, work, { queue: `${CLEAR_FIELD}:${actor.companyId}` })
  return [...removed].sort((a, b) => a.id - b.id)
}

function requireKnown(field: FieldRow, given: readonly { id: number }[]): void {
  const known = new Set<unknown>(field.options.map(option => option.id))
  const stranger = given.find(option => !known.has(option.id))
  if (stranger) throw failure('invalid', `options: ${field.name} has no option ${stranger.id}`, { field: 'options' })
}

function refuseTwice(given: readonly { id: number }[]): void {
  if (new Set(given.map(option => option.id)).size < given.length)
    throw failure('invalid', 'options name an option twice', { field: 'options' })
}
