import { type Fragment, fragment as sql } from '@portico/kit/database/sql'

/** Times of projects and what belongs to them, in v1: `2026-03-01 08:00:00.123`, unlike those of other records. */
export function projectTimeV1(column: Fragment): Fragment {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')`
}
