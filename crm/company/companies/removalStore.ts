import { plainText, type Sql } from '@portico/kit/database/sql'

/** Closes a company: nobody is let in any more, and at the given time everything of it goes. */
export async function closeCompany(sql: Sql, companyId: number, removal: Date): Promise<void> {
  await sql`update crm.company set removal_time = ${removal} where id = ${companyId}`
}

/** Opens a closed company again; false when it was not closed, or is a copy that was not finished. */
export async function reopenCompany(sql: Sql, companyId: number): Promise<boolean> {
  const [opened] = await sql`
    update crm.company set removal_time = null where id = ${companyId} and removal_time is not null and is_whole returning id`
  return opened !== undefined
}

export async function companiesToRemove(sql: Sql, now: Date): Promise<number[]> {
  const due = await sql<{ id: number }[]>`select id from crm.company where removal_time <= ${now} order by id`
  return due.map(company => company.id)
}

/** A table that holds rows of companies, and its columns that name files. */
export interface CompanyTable {
  name: string
  fileColumns: string[]
}

/** Out of the catalogue, so that no table is forgotten: each before those whose rows its own rows point to. */
export async function companyTables(sql: Sql): Promise<CompanyTable[]> {
  const tables = await sql<CompanyTable[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select f.attname::text from pg_attribute f where f.attrelid = c.oid and f.attname like 'file\_key%' and not f.attisdropped)
        as "fileColumns"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where n.nspname in ('crm', 'portico') and c.relkind in ('r', 'p') order by 1`
  const references = await sql<{ from: string; to: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as from, format('%I.%I', m.nspname, t.relname) as to
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_class t on t.oid = k.confrelid join pg_namespace m on m.oid = t.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid`
  return inOrder(tables, references)
}

function inOrder(tables: readonly CompanyTable[], references: readonly { from: string; to: string }[]): CompanyTable[] {
  const left = new Map(tables.map(table => [table.name, table]))
  const ordered: CompanyTable[] = []
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.some(({ from, to }) => to === name && left.has(from)),
    )
    if (free.length === 0) throw new Error(`tables point to each other in a circle: ${[...left.keys()].join(', ')}`)
    for (const table of free) left.delete(table.name)
    ordered.push(...free)
  }
  return ordered
}

/** Deletes some rows of a company; how many, and the files they named. What points to them is gone already. */
export async function deleteSomeRows(
  sql: Sql,
  table: CompanyTable,
  companyId: number,
  most: number,
): Promise<{ rows: number; files: string[] }> {
  const name = plainText(table.name)
  const files =
    table.fileColumns.length === 0 ? plainText('array[]::text[]') : plainText(`array[${table.fileColumns.join(', ')}]`)
  // The audit log lets go of its rows only for this.
  await sql`select set_config('portico.removes_company', ${String(companyId)}, true)`
  const deleted = await sql<{ files: string[] }[]>`
    delete from ${name} where company_id = ${companyId}
      and ctid = any(array(select ctid from ${name} where company_id = ${companyId} limit ${most}))
    returning ${files} as files`
  return { rows: deleted.length, files: deleted.flatMap(row => row.files).filter(key => key !== null) }
}

/** Deletes some users of a company, and the accounts of those who belong to no other; how many users. */
export async function deleteSomeUsers(sql: Sql, companyId: number, most: number): Promise<number> {
  const deleted = await sql<{ account_id: number }[]>`
    delete from crm.app_user where company_id = ${companyId}
      and id in (select id from crm.app_user where company_id = ${companyId} limit ${most}) returning account_id`
  await sql`delete from crm.account a where id = any(${deleted.map(user => user.account_id)}::bigint[])
    and not exists (select from crm.app_user u where u.account_id = a.id)`
  return deleted.length
}

/** When nothing of it is left. */
export async function deleteCompany(sql: Sql, companyId: number): Promise<void> {
  await sql`delete from crm.company where id = ${companyId}`
}
