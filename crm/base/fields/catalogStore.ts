import type { Fragment, Sql } from '@portico/kit/database/sql'
import type { RequiredRule } from './requiredRule.ts'

interface CatalogRow {
  id: number
  key: string
  slug: string
  name: string
  type: string
  isCustom: boolean
  deleted: boolean
  required: RequiredRule | null
  options: readonly { id: number; label: string; color: string | null }[]
}

/** Field definitions with their options, deleted fields among them. `where` refers to `crm.field f`. */
export async function selectCatalog(sql: Sql, companyId: number, where: Fragment): Promise<CatalogRow[]> {
  return sql<CatalogRow[]>`
    select f.id, f.key, f.slug, f.name, f.type, f.is_custom as "isCustom", f.deleted_time is not null as deleted,
      f.flags -> 'required_fields' as required,
      coalesce((select json_agg(json_build_object('id', o.id, 'label', o.label, 'color', o.color) order by o.order_nr, o.id)
        from crm.field_option o where o.company_id = f.company_id and o.field_id = f.id and o.deleted_time is null), '[]') as options
    from crm.field f where f.company_id = ${companyId} and ${where} order by f.order_nr, f.id`
}
