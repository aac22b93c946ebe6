import type { Fragment } from '@portico/kit/database/sql'
import type { Crm } from '../../base/api/context.ts'

/** What a goal counts: a table, and which of its rows. */
export interface Counted {
  from: Fragment
  where: Fragment
}

export async function countMatching({ sql }: Crm, { from, where }: Counted): Promise<number> {
  const [found] = await sql<{ count: number }[]>`select count(*)::int as count from ${from} where ${where}`
  return found?.count ?? 0
}
