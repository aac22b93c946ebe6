import { failure } from '@portico/kit/api/failure'
import type { Crm } from '../../base/api/context.ts'
import { activityTypeColumns } from './v1/wire.ts'

/** Deleted types stay in the list, switched off: activities still carry their keys. */
export async function listActivityTypes({ sql, actor }: Crm): Promise<string[]> {
  const rows = await sql<{ wire: string }[]>`
    select (select row_to_json(r) from (select ${activityTypeColumns}) r)::text as wire from crm.activity_type t
    where t.company_id = ${actor.companyId} order by t.order_nr, t.id`
  return rows.map(row => row.wire)
}

export async function findActivityTypeWire({ sql, actor }: Crm, id: number): Promise<string> {
  const [row] = await sql<{ wire: string }[]>`
    select (select row_to_json(r) from (select ${activityTypeColumns}) r)::text as wire from crm.activity_type t
    where t.company_id = ${actor.companyId} and t.id = ${id}`
  if (!row) throw failure('missing', 'Activity type not found')
  return row.wire
}

/** Those of these ids, deleted ones too. */
export async function activityTypesOfIds(
  { sql, actor }: Crm,
  ids: readonly number[],
): Promise<{ id: number; wire: string }[]> {
  return sql<{ id: number; wire: string }[]>`
    select t.id, (select row_to_json(r) from (select ${activityTypeColumns}) r)::text as wire from crm.activity_type t
    where t.company_id = ${actor.companyId} and t.id = any(${ids}::bigint[])`
}

/** The key of a new type: its name in plain letters, with a number when that is taken. */
export async function freeKey({ sql, actor }: Crm, name: string): Promise<string> {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const key = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '') || 'type'
  // Two types of one name made at once: the second waits for the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`activity_type/${actor.companyId}`}, 0))`
  const taken = await sql<{ key_string: string }[]>`
    select key_string from crm.activity_type
    where company_id = ${actor.companyId} and (key_string = ${key} or key_string like ${`${key}\\_%`})`
  const keys = new Set(taken.map(row => row.key_string))
  for (let number = 1; number <= keys.size; number++) {
    const free = number === 1 ? key : `${key}_${number}`
    if (!keys.has(free)) return free
  }
  return keys.size === 0 ? key : `${key}_${keys.size + 1}`
}

export async function nextPlace({ sql, actor }: Crm): Promise<number> {
  const [last] = await sql<{ place: number }[]>`
    select coalesce(max(order_nr), 0) + 1 as place from crm.activity_type where company_id = ${actor.companyId}`
  return last?.place ?? 1
}
