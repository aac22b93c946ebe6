import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../api/context.ts'
import type { Keyset } from '../lists/cursor.ts'
import { rowWindow } from '../lists/limit.ts'
import { type FieldEntity, ofEntity } from './catalog.ts'
import type { FieldDeclaration, FieldKind } from './declaration.ts'
import type { Flags } from './flags.ts'

export interface OptionRow {
  id: number | string
  label: string
  color: string | null
  add_time: string | null
  update_time: string | null
}

/** A field definition as the field operations show and change it. */
export interface FieldRow {
  id: number
  entity: FieldEntity
  key: string
  slug: string
  name: string
  type: string
  is_custom: boolean
  order_nr: number
  flags: Flags
  description: string | null
  add_time: Date
  update_time: Date
  creator_id: number | null
  updater_id: number | null
  options: OptionRow[]
  options_deleted: OptionRow[]
  /** How a field that every company has is declared. */
  declared?: FieldDeclaration | undefined
  sort_key: string | null
}

export interface Which {
  where: Fragment
  orderBy: Fragment
  sortKey?: Fragment
  start?: number
  limit: number
}

/** Fields of a kind of record with their options. `where` and `orderBy` refer to `crm.field f`. */
export async function selectFields(crm: Crm, kind: FieldKind, which: Which): Promise<FieldRow[]> {
  const { sql, actor } = crm
  const option = sql`json_build_object('id', o.id, 'label', o.label, 'color', o.color,
    'add_time', crm.time_v2(o.add_time), 'update_time', crm.time_v2(o.update_time))`
  const fields = await sql<FieldRow[]>`
    select f.*, ${which.sortKey ?? sql`null::text`} as sort_key, coalesce(o.options, '[]') as options,
      coalesce(o.options_deleted, '[]') as options_deleted
    from crm.field f left join lateral (
      select json_agg(${option} order by o.order_nr, o.id) filter (where o.deleted_time is null) as options,
        json_agg(${option} order by o.order_nr, o.id) filter (where o.deleted_time is not null) as options_deleted
      from crm.field_option o where o.company_id = f.company_id and o.field_id = f.id) o on true
    where f.company_id = ${actor.companyId} and ${ofEntity(kind.entity, 'f')} and f.deleted_time is null and ${which.where}
    order by ${which.orderBy} ${rowWindow(which.start ?? 0, which.limit)}`
  return withDeclarations(crm, kind, fields)
}

export async function pageOfFields(crm: Crm, kind: FieldKind, page: Keyset, limit: number): Promise<FieldRow[]> {
  return selectFields(crm, kind, { where: page.after, orderBy: page.orderBy, sortKey: page.sortKey, limit })
}

export async function findFieldById(crm: Crm, kind: FieldKind, id: number): Promise<FieldRow | undefined> {
  const { sql } = crm
  const [field] = await selectFields(crm, kind, { where: sql`f.id = ${id}`, orderBy: sql`f.id`, limit: 1 })
  return field
}

/** A field by its code: the key, or the stable name of a custom field. */
export async function findFieldByCode(crm: Crm, kind: FieldKind, code: string): Promise<FieldRow | undefined> {
  const { sql } = crm
  const where = sql`(f.key = ${code} or (f.is_custom and f.slug = ${code}))`
  const [field] = await selectFields(crm, kind, { where, orderBy: sql`(f.key = ${code}) desc`, limit: 1 })
  return field
}

/** Adds what is declared, with the options that are the same everywhere or the rows of another resource. */
async function withDeclarations(crm: Crm, kind: FieldKind, fields: FieldRow[]): Promise<FieldRow[]> {
  for (const field of fields) {
    if (field.is_custom) continue
    field.declared = kind.fields[field.key]
    const { options, optionsFrom } = field.declared ?? {}
    if (options) field.options = options.map(option => ({ ...option, color: null, add_time: null, update_time: null }))
    if (optionsFrom) field.options = await rowsAsOptions(crm, optionsFrom)
  }
  return fields
}

async function rowsAsOptions({ sql, actor }: Crm, table: 'activity_type' | 'lead_label'): Promise<OptionRow[]> {
  if (table === 'lead_label')
    return sql<OptionRow[]>`
      select id::text, name as label, color, crm.time_v2(add_time) as add_time, crm.time_v2(update_time) as update_time
      from crm.lead_label where company_id = ${actor.companyId} order by add_time, id`
  return sql<OptionRow[]>`
    select key_string as id, name as label, color, crm.time_v2(add_time) as add_time, crm.time_v2(update_time) as update_time
    from crm.activity_type where company_id = ${actor.companyId} and active order by order_nr, id`
}
