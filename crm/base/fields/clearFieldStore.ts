import type { Database } from '@portico/kit/database/database'
import type { Fragment, Sql } from '@portico/kit/database/sql'
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

export async function clearTable(database: Database, companyId: number, table: string, change: Change): Promise<void> {
  let after: string | undefined
  do {
    const [batch] = await database.write(
      sql => sql<{ last: string | null }[]>`
        with batch as (
          select id from crm.${sql(table)} where company_id = ${companyId} ${after ? sql`and id > ${after}` : sql``}
          order by id limit ${BATCH}
        ), cleared as (
          update crm.${sql(table)} t set ${change.set} from batch
          where t.company_id = ${companyId} and t.id = batch.id and ${change.where}
        )
        select (select id::text from batch order by id desc limit 1) as last`,
    )
    after = batch?.last ?? undefined
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
