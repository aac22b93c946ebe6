import type { Database } from '@portico/kit/database/database'
import type { Sql } from '@portico/kit/database/sql'
import { addJob } from '@portico/kit/jobs/jobs'
import type { Settle } from './dailyBudget.ts'
import { dailyTokens, type Plan } from './plans.ts'
import { TELL_SPENDING } from './tellSpending.ts'

/** Percents of the budget at which admins are told. */
const TOLD_AT = [75, 100]

/** Books tokens on a day of a company, and has its admins told when the budget runs low or is used up. */
export function settleTokens(database: Database): Settle {
  return (companyId, day, tokens) =>
    database.write(async sql => {
      const { spent, plan, seats, extra_tokens } = await book(sql, companyId, day, tokens)
      const limit = dailyTokens(plan, seats, extra_tokens)
      for (const percent of TOLD_AT) {
        const mark = (limit * percent) / 100
        if (spent - tokens < mark && spent >= mark)
          await addJob(sql, TELL_SPENDING, { companyId, day, percent, limit }, { key: jobKey(companyId, day, percent) })
      }
      return { spent, limit }
    })
}

function jobKey(companyId: number, day: string, percent: number): string {
  return [TELL_SPENDING, companyId, day, percent].join(' ')
}

async function book(sql: Sql, companyId: number, day: string, tokens: number) {
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
