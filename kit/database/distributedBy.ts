import { type Client, connect } from './connect.ts'

/** The column that the tables of a database are distributed by; undefined when it is on one machine. */
export async function distributedBy(url: string): Promise<string | undefined> {
  const sql = connect(url)
  try {
    return await distributionColumn(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** The same for an open connection. */
export async function distributionColumn(sql: Client): Promise<string | undefined> {
  const [citus] = await sql`select to_regclass('pg_catalog.pg_dist_partition') is not null as there`
  if (!citus?.there) return undefined
  const [table] = await sql<{ column: string }[]>`
    select column_to_column_name(logicalrelid, partkey) as column from pg_dist_partition where partmethod = 'h' limit 1`
  return table?.column
}
