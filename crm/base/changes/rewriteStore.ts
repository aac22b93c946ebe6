import { type Sql, fragment as sql } from '@portico/kit/database/sql'
import type { Mention, PurgedIds } from '../records/lifecycle.ts'
import { changedRecords } from './changedRecords.ts'
import { logged } from './loggedStore.ts'
import type { RecordTable } from './write.ts'

/** Writes of records that no user asked for: by the server itself, for the reason that `source` names. */

interface Rewrite extends Mention {
  source: string
  companyId: number
  now: Date
}

/** Changes records, and their history says so. */
export async function rewriteRecords(on: Sql, { source, companyId, table, which, set, now }: Rewrite): Promise<void> {
  await logged(on, {
    write: sql`old as (
      select t.* from crm.${sql(table)} t where t.company_id = ${companyId} and ${which} order by t.id for update
    ), stored as (
      update crm.${sql(table)} t set ${set}, update_time = ${now}, version = t.version + 1
      from old where t.company_id = old.company_id and t.id = old.id returning t.*)`,
    line: { company_id: companyId, source, entity: table, bulk: true },
    each: {
      columns: sql`entity_id, action, before, after`,
      rows: sql`changed.id::text, 'updated', changed.before, changed.after from ${changedRecords()}`,
    },
    reply: sql`select count(*) from stored`,
  })
}

interface Forgotten {
  source: string
  companyId: number
  table: RecordTable
  ids: PurgedIds
}

/** Takes out of the log what records held, and says that they were removed for good. Who did what when stays. */
export async function forgetRecords(on: Sql, { source, companyId, table, ids }: Forgotten): Promise<void> {
  const texts = ids.map(String)
  await on`
    update crm.change set before = null, after = null
    where company_id = ${companyId} and entity = ${table} and entity_id = any(${texts})`
  await on`
    insert into crm.change (company_id, source, entity, entity_id, action, bulk)
    select ${companyId}, ${source}, ${table}, id, 'purged', true from unnest(${texts}::text[]) id`
}
