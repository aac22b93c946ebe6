import type { Crm } from '../api/context.ts'
import type { FieldEntity } from './catalog.ts'
import type { Flags } from './flags.ts'

export async function takenPlaces(
  { sql, actor }: Crm,
  entity: FieldEntity,
): Promise<{ slug: string; order_nr: number; deleted: boolean }[]> {
  return sql<{ slug: string; order_nr: number; deleted: boolean }[]>`
    select slug, order_nr, deleted_time is not null as deleted from crm.field
    where company_id = ${actor.companyId} and entity = ${entity}`
}

interface NewField {
  entity: FieldEntity
  key: string
  name: string
  slug: string
  type: string
  order_nr: number
  flags: Flags | undefined
  description: string | null | undefined
}

export async function insertField({ sql, actor, now }: Crm, field: NewField): Promise<number> {
  const { entity, key, name, slug, type, order_nr, flags = {}, description = null } = field
  const [added] = await sql<{ id: number }[]>`
    insert into crm.field (company_id, entity, key, name, slug, type, is_custom, order_nr, flags, description, creator_id, add_time, update_time)
    values (${actor.companyId}, ${entity}, ${key}, ${name}, ${slug}, ${type}, true, ${order_nr},
      ${JSON.stringify(flags)}::text::jsonb, ${description}, ${actor.userId}, ${now}, ${now})
    returning id`
  if (!added) throw new Error('adding a field returned nothing')
  return added.id
}

export async function storeField(
  { sql, actor, now }: Crm,
  id: number,
  { name, description, flags }: { name: string; description: string | null; flags: Flags },
): Promise<void> {
  await sql`
    update crm.field set name = ${name}, description = ${description}, flags = ${JSON.stringify(flags)}::text::jsonb,
      update_time = ${now}, updater_id = ${actor.userId}
    where company_id = ${actor.companyId} and id = ${id}`
}

/** For a change of its options: the field itself was changed now, by the caller. */
export async function touchField({ sql, actor, now }: Crm, id: number): Promise<void> {
  await sql`
    update crm.field set update_time = ${now}, updater_id = ${actor.userId}
    where company_id = ${actor.companyId} and id = ${id}`
}

export async function endField({ sql, actor, now }: Crm, id: number): Promise<void> {
  await sql`update crm.field set deleted_time = ${now} where company_id = ${actor.companyId} and id = ${id}`
}
