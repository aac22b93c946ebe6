import { type Json, json } from '@portico/kit/api/json'
import { type Fragment, fragment, type Sql } from '@portico/kit/database/sql'
import { type Paging, pageOf } from './paging.ts'

/** `{name: [rows]}` as JSON text that PostgreSQL builds; `rows` is a select whose columns are the fields. */
export async function listJson<T>(sql: Sql, name: string, rows: Fragment): Promise<Json<T>> {
  const [found] = await sql<{ list: string }[]>`
    select coalesce(json_agg(row_to_json(row)), '[]')::text as list from (${rows}) row`
  return json(`{"${name}":${found?.list ?? '[]'}}`)
}

/** One page of it; `rows` says in which order. */
export function pageJson<T>(sql: Sql, name: string, rows: Fragment, paging: Paging): Promise<Json<T>> {
  const { limit, skip } = pageOf(paging)
  return listJson(sql, name, fragment`${rows} limit ${limit} offset ${skip}`)
}
