import { type Fragment, joined, plainText, type Sql } from '@portico/kit/database/sql'
import { companyTables } from '../../company/companies/removalStore.ts'
import { CHANGED, LEFT_BEHIND } from './treatment.ts'

/** The row of the company itself, under another name. */
export async function insertCopy(
  sql: Sql,
  companyId: number,
  { domain, name }: { domain: string; name: string },
): Promise<number> {
  const [made] = await sql<{ id: number }[]>`
    insert into crm.company (name, domain, country, industry, default_currency, settings, plan, extra_tokens, is_sandbox)
    select ${name}, ${domain}, country, industry, default_currency, settings, plan, extra_tokens, true
    from crm.company where id = ${companyId} returning id`
  if (!made) throw new Error('copying a company returned nothing')
  return Number(made.id)
}

export interface CopiedTable {
  /** With its schema. */
  name: string
  /** Without those that PostgreSQL generates. */
  columns: string[]
  fileColumns: string[]
}

/** Each after those that its rows point to, and the log last: readers of the log wait for whoever has written to it. */
export async function copiedTables(sql: Sql): Promise<CopiedTable[]> {
  const tables = (await companyTables(sql)).reverse().filter(({ name }) => !(plainName(name) in LEFT_BEHIND))
  const columns = await sql<{ name: string; columns: string[] }[]>`
    select format('%I.%I', n.nspname, c.relname) as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname in ('crm', 'portico') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by 1`
  const byName = new Map(columns.map(table => [table.name, table.columns]))
  const copied = tables.map(table => ({ ...table, columns: byName.get(table.name) ?? [] }))
  const isLog = ({ name }: CopiedTable) => name === 'crm.change'
  return [...copied.filter(table => !isLog(table)), ...copied.filter(isLog)]
}

/** The name of a table without its schema. */
export function plainName(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

/** Copies all rows of a company; how many. */
export async function copyRows(
  sql: Sql,
  { name, columns }: CopiedTable,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const changed: Readonly<Record<string, Fragment>> = {
    ...CHANGED[plainName(name)]?.(to),
    company_id: sql`${to}::bigint`,
  }
  const values = columns.map(column => changed[column] ?? sql`s.${sql(column)}`)
  const names = joined(
    columns.map(column => sql`${sql(column)}`),
    ', ',
  )
  const [copied] = await sql<{ rows: number }[]>`
    with copied as (
      insert into ${plainText(name)} (${names}) overriding system value
      select ${joined(values, ', ')} from ${plainText(name)} s where s.company_id = ${from} returning 1
    ) select count(*)::integer as rows from copied`
  return copied?.rows ?? 0
}

/** Bytes are not copied: from now on one more company names these files. */
export async function shareFiles(sql: Sql, { name, fileColumns }: CopiedTable, companyId: number): Promise<void> {
  if (fileColumns.length === 0) return
  await sql`
    insert into crm.shared_file (file_key, uses)
    select distinct key, 2 from ${plainText(name)} cross join lateral unnest(array[${plainText(fileColumns.join(', '))}]) key
    where company_id = ${companyId} and key is not null
    on conflict (file_key) do update set uses = shared_file.uses + 1`
}

/**
 * What triggers keep (counts, words for search) is copied with the rows. Whoever may not switch all triggers off for a
 * transaction, which takes a right of its own, switches off those of the tables, which keeps other writers waiting.
 */
export async function switchTriggersOff(sql: Sql, tables: readonly CopiedTable[]): Promise<'for me' | 'for all'> {
  const [right] = await sql<{ is_given: boolean }[]>`
    select has_parameter_privilege('session_replication_role', 'set') as is_given`
  if (right?.is_given) {
    await sql`set local session_replication_role = replica`
    return 'for me'
  }
  for (const { name } of tables) await sql`alter table ${plainText(name)} disable trigger user`
  return 'for all'
}

export async function switchTriggersOn(sql: Sql, tables: readonly CopiedTable[], off: 'for me' | 'for all') {
  if (off === 'for me') {
    await sql`set local session_replication_role = origin`
    return
  }
  // A table with foreign keys that are still to be checked cannot be altered.
  await sql`set constraints all immediate`
  for (const { name } of tables) await sql`alter table ${plainText(name)} enable trigger user`
}

/** Whoever made the company, else its first admin. */
export async function findOwner(sql: Sql, companyId: number): Promise<{ id: number; email: string } | undefined> {
  const [owner] = await sql<{ id: number; email: string }[]>`
    select id, email from crm.app_user where company_id = ${companyId} and is_admin and active and not is_deleted
    order by has_created_company desc, id limit 1`
  return owner
}
