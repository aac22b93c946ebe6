import { randomBytes } from 'node:crypto'
import { failure } from '@portico/kit/api/failure'
import { addJob } from '@portico/kit/jobs/jobs'
import { lockCompany } from '../access/companyLockStore.ts'
import { requireRight } from '../access/mayDo.ts'
import type { Crm } from '../api/context.ts'
import { logChange } from '../changes/logStore.ts'
import { notify } from '../changes/noticeStore.ts'
import { FIELDS_CHANNEL, type FieldEntity } from './catalog.ts'
import { CLEAR_FIELD, type ClearField } from './clearField.ts'
import type { FieldKind } from './declaration.ts'
import { checkFlagPlaces } from './flagPlaces.ts'
import { type Flags, mergeFlags } from './flags.ts'
import { addOptions, type GivenOption, hasOwnOptions, replaceOptions } from './options.ts'
import { slugOf } from './slug.ts'
import type { FieldRow } from './store.ts'
import { endField, insertField, storeField, takenPlaces, touchField } from './writeStore.ts'

/** Kinds of records a company can give fields of its own. */
export type CustomEntity = 'deal' | 'person' | 'organization' | 'product' | 'project'

export interface CustomKind extends FieldKind {
  entity: CustomEntity
}

export interface FieldInput {
  name?: string | undefined
  /** The whole list, in order; those with an id stay. */
  options?: readonly GivenOption[] | undefined
  flags?: Flags | undefined
  description?: string | null | undefined
}

/** Adds a field to a kind of record and gives back its id. */
export async function createField(
  crm: Crm,
  entity: CustomEntity,
  input: FieldInput & { name: string; type: string },
): Promise<number> {
  await lockFields(crm)
  const { name, type, options = [] } = input
  const takesOptions = type === 'enum' || type === 'set'
  if (takesOptions && options.length === 0)
    throw failure('invalid', `options are required for ${type} fields`, { field: 'options' })
  if (!takesOptions && options.length > 0)
    throw failure('invalid', `options are not for ${type} fields`, { field: 'options' })
  await checkFlagPlaces(crm, input.flags ?? {}, {})
  const fields = await takenPlaces(crm, entity)
  const key = randomBytes(20).toString('hex')
  const slug = slugOf(name, new Set(fields.filter(field => !field.deleted).map(field => field.slug)))
  const order = Math.max(0, ...fields.map(field => field.order_nr)) + 1
  const { flags, description } = input
  const id = await insertField(crm, { entity, key, name, slug, type, order_nr: order, flags, description })
  if (takesOptions) await addOptions(crm, id, options)
  await finishChange(crm, entity, id, 'added', { key, name, type })
  return id
}

/** Changes a field: its name and explanation when it is the company's own, its options and flags in any case. */
export async function updateField(crm: Crm, field: FieldRow, input: FieldInput): Promise<void> {
  requireChange(crm, field)
  const { name = field.name, description = field.description } = input
  if (!field.is_custom && name !== field.name)
    throw failure('invalid', `name of ${field.name} cannot be changed, every company has this field`, { field: 'name' })
  await checkFlagPlaces(crm, input.flags ?? {}, field.flags)
  const flags = mergeFlags(field.flags, input.flags ?? {})
  await storeField(crm, field.id, { name, description, flags })
  if (input.options) await replaceOptions(crm, requireOptions(field), input.options)
  await finishChange(crm, field.entity, field.id, 'updated', { key: field.key, name })
}

/** Deletes a field: its values vanish from answers now and from the records a little later. */
export async function removeField(crm: Crm, field: FieldRow): Promise<void> {
  const { sql, actor } = crm
  if (!field.is_custom) throw failure('forbidden', `${field.name} cannot be deleted, every company has this field`)
  await endField(crm, field.id)
  const work: ClearField = { companyId: actor.companyId, fieldId: field.id }
  await addJob(sql, CLEAR_FIELD, work, { queue: `${CLEAR_FIELD}:${actor.companyId}` })
  await finishChange(crm, field.entity, field.id, 'deleted', { key: field.key, name: field.name })
}

/** Changes options by the given work, and tells everyone. */
export async function changeOptions<T>(crm: Crm, field: FieldRow, work: (field: FieldRow) => Promise<T>): Promise<T> {
  requireChange(crm, field)
  const result = await work(requireOptions(field))
  await touchField(crm, field.id)
  await finishChange(crm, field.entity, field.id, 'updated', { key: field.key, name: field.name })
  return result
}

/** Labels are options of a field that every company has; whoever keeps the labels need not change other fields. */
function requireChange(crm: Crm, { key, is_custom }: FieldRow): void {
  requireRight(crm, key === LABELS && !is_custom ? 'can_modify_labels' : 'can_edit_custom_fields')
}

const LABELS = 'label_ids'

function requireOptions(field: FieldRow): FieldRow {
  if (!hasOwnOptions(field))
    throw failure('invalid', `${field.name} has no options that can be changed`, { field: 'options' })
  return field
}

/**
 * Fields of a company change one after another, so that names and orders stay unique, and what a change was decided on
 * is still so. Callers lock before they look at the field they change.
 */
export async function lockFields(crm: Crm): Promise<void> {
  await lockCompany(crm)
}

async function finishChange(
  crm: Crm,
  entity: FieldEntity,
  id: number,
  action: 'added' | 'updated' | 'deleted',
  facts: object,
): Promise<void> {
  const { actor, services } = crm
  await logChange(crm, `${entity}Field`, id, action, facts)
  await notify(crm, FIELDS_CHANNEL)
  crm.afterCommit(() => services.fields.forget(actor.companyId))
}
