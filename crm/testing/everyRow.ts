import type { TestCrm } from './startTestCrm.ts'

/** What is written down about calls, whether they change anything or not. */
const OF_CALLS = ['token_spending', 'idempotency', 'call_window']

/**
 * A digest of every row of the CRM, or of one company, by table: equal when nothing has changed. When a credential was
 * last used is no change.
 */
export async function everyRow({ sql }: TestCrm, companyId?: number): Promise<Record<string, string>> {
  const tables = await sql<{ name: string; has_company: boolean }[]>`
    select t.table_name as name, c.column_name is not null as has_company
    from information_schema.tables t left join information_schema.columns c
      on c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name = 'company_id'
    where t.table_schema = 'crm' and t.table_type = 'BASE TABLE' and t.table_name <> all(${OF_CALLS}) order by 1`
  const digests = await Promise.all(
    tables
      .filter(({ has_company }) => has_company || companyId === undefined)
      .map(async ({ name }): Promise<[string, string]> => {
        const [row] = await sql<{ digest: string }[]>`
          select count(*) || ' ' || md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as digest
          from (select to_jsonb(t) - 'last_used_time' as r from crm.${sql(name)} t
            ${companyId === undefined ? sql`` : sql`where company_id = ${companyId}`}) rows`
        return [name, row?.digest ?? '']
      }),
  )
  return Object.fromEntries(digests)
}
