import type { Sql } from '@portico/kit/sql'
import { SYSTEM_FIELDS } from './systemFields.ts'

/** Gives a company the fields the product comes with. Those that are there already are left alone. */
export async function addSystemFields(sql: Sql, companyId: number): Promise<void> {
  await sql`
    with wanted as (
      select * from json_to_recordset(${FIELDS}::text::json) f (entity text, key text, name text, type text, order_nr integer, options json)
    ), added as (
      insert into crm.field (company_id, entity, key, name, slug, type, is_custom, order_nr)
      select ${companyId}, entity, key, name, key, type, false, order_nr from wanted order by entity, order_nr
      on conflict do nothing returning id, entity, key
    )
    insert into crm.field_option (company_id, field_id, label, color, order_nr)
    select ${companyId}, added.id, option.value ->> 0, option.value ->> 1, option.place
    from added join wanted using (entity, key), json_array_elements(wanted.options) with ordinality option (value, place)
    order by added.id, option.place`
}

const FIELDS = JSON.stringify(
  Object.entries(SYSTEM_FIELDS).flatMap(([entity, fields]) =>
    fields.map(({ code, name, type, firstOptions = [] }, index) => ({
      entity,
      key: code,
      name,
      type,
      order_nr: index + 1,
      options: firstOptions,
    })),
  ),
)
