import { failure } from '@portico/kit/api/failure'
import { addJob } from '@portico/kit/jobs/jobs'
import type { Crm } from '../api/context.ts'
import { LIMITS } from '../limits/atRest.ts'
import { CLEAR_FIELD, type ClearField } from './clearField.ts'
import type { FieldRow } from './store.ts'

export interface GivenOption {
  id?: number | undefined
  label: string
  color?: string | null | undefined
}

export interface Option {
  id: number
  label: string
}

/** Whether the options of a field are rows a company changes. */
export function hasOwnOptions({ type, is_custom, declared }: FieldRow): boolean {
  return is_custom ? type === 'enum' || type === 'set' : declared?.firstOptions !== undefined
}

/** Puts new options behind those that are there. */
export async function addOptions(crm: Crm, fieldId: number, given: readonly GivenOption[]): Promise<Option[]> {
  const { sql, actor, now } = crm
  const [there] = await sql<{ count: number; last: number }[]>`
    select count(*), coalesce(max(order_nr), 0) as last from crm.field_option
    where company_id = ${actor.companyId} and field_id = ${fieldId} and deleted_time is null`
  const { count = 0, last = 0 } = there ?? {}
  if (count + given.length > LIMITS.fieldOptions)
    throw failure('invalid', `options would be more than ${LIMITS.fieldOptions}`, { field: 'options' })
  return sql<Option[]>`
    insert into crm.field_option (company_id, field_id, label, color, order_nr, add_time)
    select ${actor.companyId}, ${fieldId}, label, color, ${last} + place, ${now}
    from unnest(${given.map(option => option.label)}::text[], ${given.map(option => option.color ?? null)}::text[])
      with ordinality option (label, color, place)
    order by place returning id, label`
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
  const { sql, actor, now } = crm
  await sql`
    update crm.field_option o set label = given.label, color = coalesce(given.color, o.color), order_nr = given.place, update_time = ${now}
    from unnest(${ids.map(Number)}::bigint[], ${given.map(option => option.label)}::text[],
      ${given.map(option => option.color ?? null)}::text[]) with ordinality given (id, label, color, place)
    where o.company_id = ${actor.companyId} and o.field_id = ${field.id} and o.id = given.id
      and (o.label, o.order_nr, o.color) is distinct from (given.label, given.place, coalesce(given.color, o.color))`
}

/** Gives options new labels; all of them or none. */
export async function renameOptions(crm: Crm, field: FieldRow, given: readonly Option[]): Promise<Option[]> {
  requireKnown(field, given)
  refuseTwice(given)
  const { sql, actor, now } = crm
  await sql`
    update crm.field_option o set label = given.label, update_time = ${now}
    from unnest(${given.map(option => option.id)}::bigint[], ${given.map(option => option.label)}::text[]) given (id, label)
    where o.company_id = ${actor.companyId} and o.field_id = ${field.id} and o.id = given.id`
  return given.map(({ id, label }) => ({ id, label }))
}

/** Deletes options; records that have them lose them a little later. All of them or none. */
export async function removeOptions(crm: Crm, field: FieldRow, ids: readonly number[]): Promise<Option[]> {
  requireKnown(
    field,
    ids.map(id => ({ id })),
  )
  const { sql, actor, now } = crm
  const removed = await sql<Option[]>`
    update crm.field_option set deleted_time = ${now}
    where company_id = ${actor.companyId} and field_id = ${field.id} and id = any(${ids as number[]}::bigint[]) returning id, label`
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
