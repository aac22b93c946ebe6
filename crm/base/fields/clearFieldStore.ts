import type { Database } from '@portico/kit/database/database'
import type { Fragment, Sql } from '@portico/kit/database/sql'
import { rewriteRecords } from '../changes/rewriteStore.ts'
import type { RecordTable } from '../changes/write.ts'
import type { FieldEntity } from './catalog.ts'

export interface Cleared {
  entity: FieldEntity
  key: string
  type: string
  is_custom: boolean
  deleted: boolean
}

/** What happens to a row of `t`, and to which rows. */
export interface Change {
  set: Fragment
  where: Fragment
}

export async function findField(
  database: Database,
  { companyId, fieldId }: { companyId: number; fieldId: number },
): Promise<Cleared | undefined> {
  const [field] = await database.read(
    sql => sql<Cleared[]>`
      select entity, key, type, is_custom, deleted_time is not null as deleted from crm.field
      where company_id = ${companyId} and id = ${fieldId}`,
  )
  return field
}

/** Some thousand rows at a time; the history of each record says what was taken away. */
export async function clearTable(
  database: Database,
  companyId: number,
  table: RecordTable,
  { set, where }: Change,
): Promise<void> {
  let after: string | undefined
  do {
    after = await database.write(async sql => {
      const behind = after ? sql`and id > ${after}` : sql``
      const [batch] = await sql<{ last: string }[]>`
        select id::text as last from (
          select id from crm.${sql(table)} where company_id = ${companyId} ${behind} order by id limit ${BATCH}
        ) batch order by batch.id desc limit 1`
      if (!batch) return undefined
      const which = sql`t.id <= ${batch.last} ${after ? sql`and t.id > ${after}` : sql``} and ${where}`
      await rewriteRecords(sql, { source: 'fields', companyId, table, which, set, now: new Date() })
      return batch.last
    })
  } while (after)
}

const BATCH = 2_000

/** Takes a deleted field out of the database for good. */
export async function forgetField(
  sql: Sql,
  { companyId, fieldId }: { companyId: number; fieldId: number },
): Promise<void> {
  await sql`delete from crm.field where company_id = ${companyId} and id = ${fieldId}`
}
