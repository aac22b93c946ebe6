import type { Crm } from '../../../base/api/context.ts'

/** The JSON text of the currencies with `term` in their name or code. */
export async function listCurrencies({ sql, actor }: Crm, term = ''): Promise<string> {
  const [found] = await sql<{ wire: string }[]>`
    select coalesce(json_agg(w order by w.code), '[]')::text as wire from (
      select id, code, name, decimal_points, symbol, active as active_flag, is_custom as is_custom_flag
      from crm.currency
      where company_id = ${actor.companyId} and (position(lower(${term}) in lower(name)) > 0 or position(lower(${term}) in lower(code)) > 0)
    ) w`
  return found?.wire ?? '[]'
}
