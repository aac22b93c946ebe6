import { createHash } from 'node:crypto'
import type { Crm } from '../../base/api/context.ts'
import { LIMITS } from '../../base/limits/atRest.ts'
import type { ColumnChoice } from './readRows.ts'

/** What was decided about the columns of the last file with the same headers. */
export async function rememberedColumns(
  { sql, actor }: Crm,
  headers: readonly string[],
): Promise<ColumnChoice[] | undefined> {
  const [row] = await sql<{ columns: ColumnChoice[] }[]>`
    select columns from crm.import_mapping where company_id = ${actor.companyId} and headers = ${digestOf(headers)}`
  return row?.columns
}

/** Of more than so many, the oldest are forgotten. */
export async function rememberColumns(
  { sql, actor, now }: Crm,
  headers: readonly string[],
  columns: readonly ColumnChoice[],
): Promise<void> {
  await sql`
    insert into crm.import_mapping (company_id, headers, columns, update_time)
    values (${actor.companyId}, ${digestOf(headers)}, ${JSON.stringify(columns)}::text::jsonb, ${now})
    on conflict (company_id, headers) do update set columns = excluded.columns, update_time = excluded.update_time`
  await sql`
    delete from crm.import_mapping where company_id = ${actor.companyId} and headers in (
      select m.headers from crm.import_mapping m where m.company_id = ${actor.companyId}
      order by m.update_time desc, m.headers offset ${LIMITS.importMappings})`
}

function digestOf(headers: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(headers.map(header => header.toLowerCase())))
    .digest('hex')
}
