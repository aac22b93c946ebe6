import type { Crm } from '../api/context.ts'

export interface Option {
  id: number
  label: string
}

interface Labelled {
  label: string
  color?: string | null | undefined
}

/** How many options a field has, and the place of the last. */
export async function countOptions({ sql, actor }: Crm, fieldId: number): Promise<{ count: number; last: number }> {
  const [there] = await sql<{ count: number; last: number }[]>`
    select count(*), coalesce(max(order_nr), 0) as last from crm.field_option
    where company_id = ${actor.companyId} and field_id = ${fieldId} and deleted_time is null`
  return there ?? { count: 0, last: 0 }
}

/** New options behind the place `last`, in their order. */
export async function insertOptions(
  { sql, actor, now }: Crm,
  fieldId: number,
  given: readonly Labelled[],
  last: number,
): Promise<Option[]> {
  return sql<Option[]>`
    insert into crm.field_option (company_id, field_id, label, color, order_nr, add_time)
    select ${actor.companyId}, ${fieldId}, label, color, ${last} + place, ${now}
    from unnest(${given.map(option => option.label)}::text[], ${given.map(option => option.color ?? null)}::text[])
      with ordinality option (label, color, place)
    order by place returning id, label`
}

/** Labels, colors and places of the options that are there; a color that is not given stays. */
export async function storeOptions(
  { sql, actor, now }: Crm,
  fieldId: number,
  options: readonly (Labelled & { id: number })[],
): Promise<void> {
  await sql`
    update crm.field_option o set label = given.label, color = coalesce(given.color, o.color), order_nr = given.place, update_time = ${now}
    from unnest(${options.map(option => option.id)}::bigint[], ${options.map(option => option.label)}::text[],
      ${options.map(option => option.color ?? null)}::text[]) with ordinality given (id, label, color, place)
    where o.company_id = ${actor.companyId} and o.field_id = ${fieldId} and o.id = given.id
      and (o.label, o.order_nr, o.color) is distinct from (given.label, given.place, coalesce(given.color, o.color))`
}

export async function storeLabels({ sql, actor, now }: Crm, fieldId: number, given: readonly Option[]): Promise<void> {
  await sql`
    update crm.field_option o set label = given.label, update_time = ${now}
    from unnest(${given.map(option => option.id)}::bigint[], ${given.map(option => option.label)}::text[]) given (id, label)
    where o.company_id = ${actor.companyId} and o.field_id = ${fieldId} and o.id = given.id`
}

export async function endOptions({ sql, actor, now }: Crm, fieldId: number, ids: readonly number[]): Promise<Option[]> {
  return sql<Option[]>`
    update crm.field_option set deleted_time = ${now}
    where company_id = ${actor.companyId} and field_id = ${fieldId} and id = any(${ids}::bigint[]) returning id, label`
}
