import type { Sql } from '@portico/kit/database/sql'
import type { RecordTable } from '../../base/changes/write.ts'

/** Whether nobody has worked in a company yet. */
export async function isEmptyCompany(sql: Sql, companyId: number): Promise<boolean> {
  const [found] = await sql<{ used: boolean }[]>`
    select exists (select from crm.deal where company_id = ${companyId})
      or exists (select from crm.person where company_id = ${companyId})
      or exists (select from crm.organization where company_id = ${companyId})
      or exists (select from crm.product where company_id = ${companyId})
      or exists (select from crm.lead where company_id = ${companyId})
      or exists (select from crm.activity where company_id = ${companyId})
      or exists (select from crm.note where company_id = ${companyId})
      or exists (select from crm.project where company_id = ${companyId})
      or exists (select from crm.field where company_id = ${companyId} and is_custom) as used`
  return found?.used === false
}

/** The owner of a company, who stands in for those who did not come. */
export async function findOwner(sql: Sql, companyId: number): Promise<number> {
  const [owner] = await sql<{ id: number }[]>`
    select id from crm.app_user where company_id = ${companyId} and active and not is_deleted
    order by has_created_company desc, is_admin desc, id limit 1`
  return owner?.id ?? 0
}

/** The ids of all records of a table, in order. */
export async function listIds(sql: Sql, companyId: number, table: RecordTable): Promise<(number | string)[]> {
  const rows = await sql<
    { id: number | string }[]
  >`select id from crm.${sql(table)} where company_id = ${companyId} order by 1`
  return rows.map(({ id }) => id)
}

/** Which of these ids are taken in a table of the company: numbers, UUIDs or other texts. */
export async function takenIds(
  sql: Sql,
  companyId: number,
  table: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const [first] = ids
  if (first === undefined) return new Set()
  const listed = /^\d{1,15}$/.test(first)
    ? sql`${ids.map(Number)}::bigint[]`
    : first.length === 36
      ? sql`${ids}::text[]::uuid[]`
      : sql`${ids}::text[]`
  const rows = await sql<{ id: string }[]>`
    select id::text as id from crm.${sql(table)} where company_id = ${companyId} and id = any(${listed})`
  return new Set(rows.map(({ id }) => id))
}

/** Whether an id is taken in a table of the company. */
export async function isTaken(sql: Sql, companyId: number, table: string, id: number | string): Promise<boolean> {
  const [row] = await sql`select from crm.${sql(table)} where company_id = ${companyId} and id = ${id}`
  return row !== undefined
}

/** Rules that are kept at the end of a transaction are kept with each record, so that one record alone is refused. */
export async function checkAtOnce(sql: Sql): Promise<void> {
  await sql`set constraints all immediate`
}

/** The row with this value in a column. */
export async function findSame(
  sql: Sql,
  companyId: number,
  table: RecordTable,
  column: string,
  value: string,
): Promise<{ id: number | string; version: number } | undefined> {
  const [found] = await sql<{ id: number | string; version: number }[]>`
    select id, version from crm.${sql(table)}
    where company_id = ${companyId} and lower(${sql(column)}) = lower(${value}) order by id limit 1`
  return found
}

/** The version of a record; undefined when it is not there any more. */
export async function versionOf(
  sql: Sql,
  companyId: number,
  table: RecordTable,
  id: number | string,
): Promise<number | undefined> {
  const [row] = await sql<{ version: number }[]>`
    select version from crm.${sql(table)} where company_id = ${companyId} and id = ${id} for update`
  return row?.version
}

const SEQUENCE_AHEAD = 1000

/**
 * New records get ids behind this one. Far behind: a sequence cannot be locked, and whoever takes a value at this very
 * moment must not be given it twice.
 */
export async function leadSequenceBehind(sql: Sql, table: string, id: number): Promise<number> {
  const [found] = await sql<{ sequence: string | null }[]>`
    select pg_get_serial_sequence(${`crm.${table}`}, 'id') as sequence`
  const sequence = found?.sequence
  if (!sequence) return Number.POSITIVE_INFINITY
  const [last] = await sql.unsafe<{ last: number }[]>(`select last_value as last from ${sequence}`)
  const given = Number(last?.last ?? 0)
  if (given >= id) return given
  await sql`select setval(${sequence}::text::regclass, ${id + SEQUENCE_AHEAD})`
  return id + SEQUENCE_AHEAD
}
