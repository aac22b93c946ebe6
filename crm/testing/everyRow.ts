import type { TestCrm } from './startTestCrm.ts'

/** What is written down about calls, whether they change anything or not. */
const OF_CALLS = ['api_token', 'session', 'token_spending', 'idempotency', 'call_window']

/** A digest of every row of the CRM, by table: equal when nothing has changed. */
export async function everyRow({ sql }: TestCrm): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'crm' and table_type = 'BASE TABLE' and table_name <> all(${OF_CALLS}) order by 1`
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql`
      select md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as digest from crm.${sql(name)} t`
    digests[name] = row?.digest
  }
  return digests
}
