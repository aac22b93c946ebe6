import type { Sql } from '@portico/kit/database/sql'
import { allSchemas } from '../start/migrateAll.ts'
import { hasCompany } from '../start/ownerStore.ts'

export interface Table {
  /** `crm.deal`, quoted as SQL needs it. */
  name: string
  columns: string[]
}

export interface Sequence {
  name: string
  value: string
  isCalled: boolean
}

/**
 * Kept by the migrations themselves: a backup names what was applied, it does not carry the list as rows. The last one is
 * there on several machines only, and empty but while tables are being distributed.
 */
const LISTS = ['portico.migration', 'graphile_worker.migrations', 'portico.foreign_key_laid_aside']

/** Every table of our schemas with its stored columns (generated ones are left out). */
export async function tablesOf(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select quote_ident(a.attname) from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
            order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${[...allSchemas]}) and c.relkind = 'r'
      and n.nspname || '.' || c.relname <> all(${LISTS})
    order by 1`
}

export async function sequencesOf(sql: Sql): Promise<Sequence[]> {
  const names = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${[...allSchemas]}) and c.relkind = 'S' order by 1`
  const sequences: Sequence[] = []
  for (const { name } of names) {
    const [row] = await sql.unsafe<{ value: string; called: boolean }[]>(
      `select last_value::text as value, is_called as called from ${name}`,
    )
    if (row) sequences.push({ name, value: row.value, isCalled: row.called })
  }
  return sequences
}

export interface AppliedMigration {
  owner: string
  name: string
  digest: string
}

export async function appliedMigrations(sql: Sql): Promise<AppliedMigration[]> {
  const [found] = await sql`select to_regclass('portico.migration') is not null as there`
  if (!found?.there) return []
  return sql<AppliedMigration[]>`select owner, name, digest from portico.migration order by owner, name`
}

/** The job queue counts its own migrations. */
export async function jobQueueVersion(sql: Sql): Promise<number> {
  const [found] = await sql`select to_regclass('graphile_worker.migrations') is not null as there`
  if (!found?.there) return 0
  const [row] = await sql<
    { version: number }[]
  >`select coalesce(max(id), 0)::int as version from graphile_worker.migrations`
  return row?.version ?? 0
}

export interface ForeignKey {
  table: string
  name: string
  definition: string
}

export async function foreignKeysOf(sql: Sql): Promise<ForeignKey[]> {
  return sql<ForeignKey[]>`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname = any(${[...allSchemas]}) order by 1, 2`
}

/** Without the tables of the CRM, or without a company in them. */
export async function isEmptyDatabase(sql: Sql): Promise<boolean> {
  const [found] = await sql`select to_regclass('crm.company') is not null as there`
  return !found?.there || !(await hasCompany(sql))
}

/** New statistics for the planner, which knows nothing about rows that were copied in. */
export async function analyzeAll(sql: Sql): Promise<void> {
  await sql`analyze`
}
