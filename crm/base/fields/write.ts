import { randomBytes } from 'node:crypto'
import { failure } from '@portico/kit/api/failure'
import { addJob } from '@portico/kit/jobs/jobs'
import { requireAdmin } from '../access/mayDo.ts'
import type { Crm } from '../api/context.ts'
import { logChange } from '../changes/write.ts'
import { FIELDS_CHANNEL, type FieldEntity } from './catalog.ts'
import { CLEAR_FIELD, type ClearField } from './clearField.ts'
import type { FieldKind } from './declaration.ts'
import { type Flags, mergeFlags } from './flags.ts'
import { addOptions, type GivenOption, hasOwnOptions, replaceOptions } from './options.ts'
import { slugOf } from './slug.ts'
import type { FieldRow } from './store.ts'

/** Kinds of records a company can give fields of its own. */
export type CustomEntity = 'deal' | 'person' | 'organization' | 'product'

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
  const { sql, actor, now } = crm
  const { name, type, options = [] } = input
  const takesOptions = type === 'enum' || type === 'set'
  if (takesOptions && options.length === 0)
    throw failure('invalid', `options are required for ${type} fields`, { field: 'options' })
  if (!takesOptions && options.length > 0)
    throw failure('invalid', `options are not for ${type} fields`, { field: 'options' })
  const fields = await sql<{ slug: string; order_nr: number; deleted: boolean }[]>`
    select slug, order_nr, deleted_time is not null as deleted from crm.field
    where company_id = ${actor.companyId} and entity = ${entity}`
  const key = randomBytes(20).toString('hex')
  const slug = slugOf(name, new Set(fields.filter(field => !field.deleted).map(field => field.slug)))
  const order = Math.max(0, ...fields.map(field => field.order_nr)) + 1
  const [field] = await sql<{ id: number }[]>`
    insert into crm.field (company_id, entity, key, name, slug, type, is_custom, order_nr, flags, description, creator_id, add_time, update_time)
    values (${actor.companyId}, ${entity}, ${key}, ${name}, ${slug}, ${type}, true, ${order},
      ${JSON.stringify(input.flags ?? {})}::text::jsonb, ${input.description ?? null}, ${actor.userId}, ${now}, ${now})
    returning id`
  if (!field) throw new Error('adding a field returned nothing')
  if (takesOptions) await addOptions(crm, field.id, options)
  await finishChange(crm, entity, field.id, 'added', { key, name, type })
  return field.id
}

/** Changes a field: its name and explanation when it is the company's own, its options and flags in any case. */
export async function updateField(crm: Crm, field: FieldRow, input: FieldInput): Promise<void> {
  const { sql, actor, now } = crm
  const { name = field.name, description = field.description } = input
  if (!field.is_custom && name !== field.name)
    throw failure('invalid', `name of ${field.name} cannot be changed, every company has this field`, { field: 'name' })
  const flags = mergeFlags(field.flags, input.flags ?? {})
  await sql`
    update crm.field set name = ${name}, description = ${description}, flags = ${JSON.stringify(flags)}::text::jsonb,
      update_time = ${now}, updater_id = ${actor.userId}
    where company_id = ${actor.companyId} and id = ${field.id}`
  if (input.options) await replaceOptions(crm, requireOptions(field), input.options)
  await finishChange(crm, field.entity, field.id, 'updated', { key: field.key, name })
}

/** Deletes a field: its values vanish from answers now and from the records a little later. */
export async function removeField(crm: Crm, field: FieldRow): Promise<void> {
  const { sql, actor, now } = crm
  if (!field.is_custom) throw failure('forbidden', `${field.name} cannot be deleted, every company has this field`)
  await sql`update crm.field set deleted_time = ${now} where company_id = ${actor.companyId} and id = ${field.id}`
  const work: ClearField = { companyId: actor.companyId, fieldId: field.id }
  await addJob(sql, CLEAR_FIELD, work, { queue: `${CLEAR_FIELD}:${actor.companyId}` })
  await finishChange(crm, field.entity, field.id, 'deleted', { key: field.key, name: field.name })
}

/** Changes options by the given work, and tells everyone. */
export async function changeOptions<T>(crm: Crm, field: FieldRow, work: (field: FieldRow) => Promise<T>): Promise<T> {
  const result = await work(requireOptions(field))
  const { sql, actor, now } = crm
  await sql`update crm.field set update_time = ${now}, updater_id = ${actor.userId}
    where company_id = ${actor.companyId} and id = ${field.id}`
  await finishChange(crm, field.entity, field.id, 'updated', { key: field.key, name: field.name })
  return result
}

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
  requireAdmin(crm)
  const { sql, actor } = crm
  await sql`select from crm.company where id = ${actor.companyId} for no key update`
}

async function finishChange(
  crm: Crm,
  entity: FieldEntity,
  id: number,
  action: 'added' | 'updated' | 'deleted',
  facts: object,
): Promise<void> {
  const { sql, actor, services } = crm
  await logChange(crm, `${entity}Field`, id, action, facts)
  await sql`select pg_notify(${FIELDS_CHANNEL}, ${String(actor.companyId)})`
  crm.afterCommit(() => services.fields.forget(actor.companyId))
}
