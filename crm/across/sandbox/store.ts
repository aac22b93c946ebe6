import { type Fragment, joined, plainText, type Sql } from '@portico/kit/database/sql'
import { companyTables } from '../../company/companies/removalStore.ts'
import { WHOLE_COMPANY_LOCK } from '../../company/companies/wholeCompanyStore.ts'
import { CHANGED, LEFT_BEHIND } from './treatment.ts'

/** The row of the company itself, closed and under a name that nobody asks for; others leave it alone. Its id. */
export async function insertCopy(sql: Sql, companyId: number): Promise<number> {
  const [made] = await sql<{ id: number }[]>`
    insert into crm.company (name, domain, country, industry, default_currency, settings, plan, extra_tokens, is_sandbox,
      is_whole, removal_time)
    select name, 'copy-' || gen_random_uuid(), country, industry, default_currency, settings, plan, extra_tokens, true,
      false, now()
    from crm.company where id = ${companyId} returning id`
  if (!made) throw new Error('copying a company returned nothing')
  const id = Number(made.id)
  // Of the connection: it is given back when the process ends, however it ends.
  await sql`select pg_advisory_lock(${WHOLE_COMPANY_LOCK}::integer, ${id}::integer)`
  return id
}

/** Now that all of it is there. */
export async function openCopy(sql: Sql, companyId: number, { domain, name }: { domain: string; name: string }) {
  await sql`
    update crm.company set domain = ${domain}, name = ${name}, is_whole = true, removal_time = null where id = ${companyId}`
}

export async function isTakenDomain(sql: Sql, domain: string): Promise<boolean> {
  const [found] = await sql`select from crm.company where domain = ${domain}`
  return found !== undefined
}

/** What this transaction sees, for others to see the same as long as it is open. */
export async function snapshotOf(sql: Sql): Promise<string> {
  const [exported] = await sql<{ snapshot: string }[]>`select pg_export_snapshot() as snapshot`
  if (!exported) throw new Error('exporting a snapshot returned nothing')
  return exported.snapshot
}

/** The first statement of a transaction that is to see what another one sees. */
export async function seeSame(sql: Sql, snapshot: string): Promise<void> {
  await sql.unsafe(`set transaction snapshot '${snapshot}'`)
}

export interface CopiedTable {
  /** With its schema. */
  name: string
  /** Without those that PostgreSQL generates. */
  columns: string[]
  fileColumns: string[]
}

export const LOG = 'crm.change'

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
  const isLog = ({ name }: CopiedTable) => name === LOG
  return [...copied.filter(table => !isLog(table)), ...copied.filter(isLog)]
}

/** The name of a table without its schema. */
export function plainName(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

/** Lines of the log, by their numbers. */
export interface Lines {
  first: number
  last: number
}

/** The log of a company in parts of so many numbers; those of other companies are among them. */
export async function linesOf(sql: Sql, companyId: number, most: number): Promise<Lines[]> {
  return sql<Lines[]>`
    select first, first + ${most}::bigint - 1 as last
    from (select min(seq) as low, max(seq) as high from crm.change where company_id = ${companyId}) log
    cross join lateral generate_series(log.low, log.high, ${most}::bigint) first`
}

/** Copies all rows of a company, or those lines of the log; how many. */
export async function copyRows(
  sql: Sql,
  { name, columns }: CopiedTable,
  { from, to, lines }: { from: number; to: number; lines: Lines | undefined },
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
      select ${joined(values, ', ')} from ${plainText(name)} s
      where s.company_id = ${from} ${lines ? sql`and s.seq between ${lines.first} and ${lines.last}` : sql``} returning 1
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

/** Whoever made the company, else its first admin. */
export async function findOwner(sql: Sql, companyId: number): Promise<{ id: number; email: string } | undefined> {
  const [owner] = await sql<{ id: number; email: string }[]>`
    select id, email from crm.app_user where company_id = ${companyId} and is_admin and active and not is_deleted
    order by has_created_company desc, id limit 1`
  return owner
}
