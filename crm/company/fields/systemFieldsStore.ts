import { createHash } from 'node:crypto'
import type { MigrationStep } from '@portico/kit/database/migrate'
import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import type { FieldKind } from '../../base/fields/declaration.ts'
import { KINDS } from './kinds.ts'

const FIELDS = JSON.stringify(Object.values<FieldKind>(KINDS).flatMap(rowsOf))

/** Gives a company the fields the product comes with. Those that are there already are left alone. */
export async function addSystemFields(sql: Sql, companyId: number): Promise<void> {
  await addFields(sql, fragment`select ${companyId}::bigint as id`)
}

/** Gives every company the fields that a new version brought. Migrating does this when the declarations have changed. */
export const systemFieldsStep: MigrationStep = {
  name: 'system fields',
  digest: createHash('sha256').update(FIELDS).digest('hex'),
  run: sql => addFields(sql, fragment`select id from crm.company`),
}

async function addFields(sql: Sql, companies: Fragment): Promise<void> {
  await sql`
    with wanted as (
      select company.id as company_id, f.*
      from (${companies}) company, json_to_recordset(${FIELDS}::text::json)
        f (entity text, key text, name text, type text, order_nr integer, options json)
    ), added as (
      insert into crm.field (company_id, entity, key, name, slug, type, is_custom, order_nr)
      select company_id, entity, key, name, key, type, false, order_nr from wanted order by company_id, entity, order_nr
      on conflict do nothing returning company_id, id, entity, key
    )
    insert into crm.field_option (company_id, field_id, label, color, order_nr)
    select company_id, added.id, option.value ->> 0, option.value ->> 1, option.place
    from added join wanted using (company_id, entity, key), json_array_elements(wanted.options) with ordinality option (value, place)
    order by added.id, option.place`
}

function rowsOf({ entity, fields }: FieldKind) {
  return Object.entries(fields).map(([key, { name, type, firstOptions = [] }], index) => ({
    entity,
    key,
    name,
    type,
    order_nr: index + 1,
    options: firstOptions,
  }))
}
