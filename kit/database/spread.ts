import type { TablePlacement } from './placement.ts'
import type { Sql } from './sql.ts'

export interface Spread {
  name: string
  kind: 'reference' | 'distributed'
}

export function kindOf({ reference }: TablePlacement, name: string): Spread['kind'] {
  return reference.includes(name) ? 'reference' : 'distributed'
}

/** Puts a table on every machine, or its rows beside those of the same value in the other tables. */
export async function spread(
  sql: Sql,
  { schema, column, reference }: TablePlacement,
  { name, kind }: Spread,
): Promise<void> {
  const table = `${schema}.${name}`
  if (kind === 'reference') {
    await sql`select create_reference_table(${table})`
    return
  }
  const [beside] = await sql<{ name: string }[]>`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = ${schema}::regnamespace and p.partmethod = 'h' and c.relname <> all(${[...reference]}) limit 1`
  await sql`select create_distributed_table(${table}, ${column}, colocate_with => ${beside ? `${schema}.${beside.name}` : 'none'})`
}
