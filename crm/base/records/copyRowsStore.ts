import { columnsOf, type Fragment, type Row, type Sql, valuesOf } from '@portico/kit/database/sql'

interface Copied {
  table: 'follower' | 'participant'
  companyId: number
  which: Fragment
  /** What the copies have of the rows; `given` is what they have instead. */
  kept: readonly string[]
  given: Record<string, unknown>
}

/**
 * Adds copies of rows in the order of their ids, but for those that are there already, and gives back the new ones. Two
 * statements, because an `insert` of rows that it reads from a table is sent to every machine.
 */
export async function copyRows<T extends Row>(
  sql: Sql,
  { table, companyId, which, kept, given }: Copied,
): Promise<T[]> {
  const [found] = await sql<{ rows: string | null }[]>`
    select json_agg(r order by r.id)::text as rows from crm.${sql(table)} r where r.company_id = ${companyId} and ${which}`
  if (!found?.rows) return []
  const values = { company_id: companyId, ...given }
  const names = columnsOf(Object.fromEntries(kept.map(name => [name, null])))
  return sql<T[]>`
    insert into crm.${sql(table)} (${columnsOf(values)}, ${names}) select ${valuesOf(values)}, ${names}
    from jsonb_populate_recordset(null::crm.${sql(table)}, ${found.rows}::text::jsonb)
    on conflict do nothing returning *`
}
