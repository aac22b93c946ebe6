import type { Sql } from '@portico/kit/database/sql'
import type { Plan } from './plans.ts'

export async function bookTokens(sql: Sql, companyId: number, day: string, tokens: number) {
  const [booked] = await sql<{ spent: number; plan: Plan; seats: number; extra_tokens: number }[]>`
    with spending as (
      insert into crm.token_spending (company_id, day, tokens) values (${companyId}, ${day}, ${tokens})
      on conflict (company_id, day) do update set tokens = token_spending.tokens + excluded.tokens returning tokens)
    select spending.tokens as spent, c.plan, c.extra_tokens,
      (select count(*)::int from crm.app_user u where u.company_id = c.id and u.active and not u.is_deleted) as seats
    from spending, crm.company c where c.id = ${companyId}`
  if (!booked) throw new Error(`company ${companyId} is gone`)
  return booked
}

export async function adminsOf(sql: Sql, companyId: number): Promise<{ id: number; email: string }[]> {
  return sql<{ id: number; email: string }[]>`
    select u.id, u.email from crm.app_user u join crm.company c on c.id = u.company_id and not c.is_sandbox
    where u.company_id = ${companyId} and u.is_admin and u.active and not u.is_deleted order by u.id`
}
