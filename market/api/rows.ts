import { type Json, json } from '@portico/kit/json'
import type { Fragment, Sql } from '@portico/kit/sql'

/** `{name: [rows]}` as JSON text that PostgreSQL builds; `rows` is a select whose columns are the fields. */
export async function listJson<T>(sql: Sql, name: string, rows: Fragment): Promise<Json<T>> {
  const [found] = await sql<{ list: string }[]>`
    select coalesce(json_agg(row_to_json(row)), '[]')::text as list from (${rows}) row`
  return json(`{"${name}":${found?.list ?? '[]'}}`)
}
