import type { Sql } from '@portico/kit/database/sql'

/** Counts one company less for each of these files that several companies name; gives back those of them. */
export async function letGoOfShared(sql: Sql, keys: readonly string[]): Promise<ReadonlySet<string>> {
  // Locked first: two companies may let go at once, and the second has to see what the first has left.
  const shared = await sql<{ file_key: string }[]>`
    select file_key from crm.shared_file where file_key = any(${keys}::text[]) order by file_key for update`
  if (shared.length === 0) return new Set()
  const held = shared.map(({ file_key }) => file_key)
  const gone = await sql<{ file_key: string }[]>`
    delete from crm.shared_file where file_key = any(${held}::text[]) and uses = 2 returning file_key`
  const last = new Set(gone.map(({ file_key }) => file_key))
  await sql`
    update crm.shared_file set uses = uses - 1
    where file_key = any(${held.filter(key => !last.has(key))}::text[])`
  return new Set(held)
}
