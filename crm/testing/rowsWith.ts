import type { TestCrm } from './startTestCrm.ts'

/** Rows of every table of the database whose text a pattern of PostgreSQL finds, as `table: row`; case does not matter. */
export async function rowsWith({ sql }: TestCrm, pattern: string): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('crm', 'graphile_worker') and table_type = 'BASE TABLE' order by 1, 2`
  const found: string[] = []
  for (const { schema, name } of tables) {
    const rows = await sql<{ row: string }[]>`
      select to_jsonb(t)::text as row from ${sql(`${schema}.${name}`)} t where to_jsonb(t)::text ~* ${pattern}`
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}
