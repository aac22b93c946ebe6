import { plainText, type Sql } from '@portico/kit/database/sql'
import type { TestCrm } from './startTestCrm.ts'

/** What is written down about calls, whether they change anything or not. */
const OF_CALLS = ['token_spending', 'idempotency', 'call_window']

/**
 * A digest of every row of the CRM, or of one company, by table: equal when nothing has changed. When a credential was
 * last used is no change.
 */
export async function everyRow({ sql }: TestCrm, companyId?: number): Promise<Record<string, string>> {
  tables ??= tablesOf(sql)
  const looked = (await tables).filter(({ has_company }) => has_company || companyId === undefined)
  // One statement: loops ask for this after each of hundreds of calls.
  const text = looked.map(table => digestOf(table, companyId !== undefined)).join(' union all ')
  const digests = await sql<{ name: string; digest: string }[]>`
    with asked as (select ${companyId ?? null}::bigint as company_id) ${plainText(text)}`
  return Object.fromEntries(digests.map(({ name, digest }) => [name, digest]))
}

interface Table {
  name: string
  has_company: boolean
  has_uses: boolean
}

/** The same in every database of a run. */
let tables: Promise<Table[]> | undefined

async function tablesOf(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    select t.table_name as name, bool_or(c.column_name = 'company_id') as has_company,
      bool_or(c.column_name = 'last_used_time') as has_uses
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'crm' and t.table_type = 'BASE TABLE' and t.table_name <> all(${OF_CALLS})
    group by 1 order by 1`
}

/** The sum of the digests of rows: whatever order they come in. */
function digestOf({ name, has_uses }: Table, ofCompany: boolean): string {
  const row = has_uses ? `(to_jsonb(t) - 'last_used_time')::text` : 't::text'
  const where = ofCompany ? 'where t.company_id = (select company_id from asked)' : ''
  return `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) as digest
    from crm.${name} t ${where}`
}
