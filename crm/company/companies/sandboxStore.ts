import type { Sql } from '@portico/kit/database/sql'

/** Whether a company is a copy to try things in, from which nothing leaves. */
export async function isSandbox(sql: Sql, companyId: number): Promise<boolean> {
  const [company] = await sql<{ is_sandbox: boolean }[]>`select is_sandbox from crm.company where id = ${companyId}`
  return company?.is_sandbox ?? false
}
